import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeAll, expect, it } from "vitest";
import Claim from "./Claim.svelte";
import { needTexts, speak, t } from "$lib/i18n/index.svelte.ts";

beforeAll(async () => {
  await speak("en");
  await needTexts("me");
});

it("proposes the name that one has, also after a rename", async () => {
  const shown = render(Claim, { name: "Anna" });
  const field = screen.getByLabelText<HTMLInputElement>(t("me-name"));
  expect(field.value).toBe("Anna");
  await shown.rerender({ name: "Asya" });
  expect(field.value).toBe("Asya");
  await fireEvent.input(field, { target: { value: "Asya K." } });
  expect(field.value).toBe("Asya K.");
});
