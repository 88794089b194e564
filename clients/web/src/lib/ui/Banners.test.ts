import { render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { expect, it } from "vitest";
import Banners from "./Banners.svelte";
import { keeping, keeps } from "$lib/keeping.svelte.ts";
import { speak, t } from "$lib/i18n/index.svelte.ts";

it("knows whether a browser keeps anything", () => {
  const full = { setItem: () => undefined, removeItem: () => undefined } as unknown as Storage;
  expect(keeps(() => full)).toBe(true);
  expect(
    keeps(() => {
      throw new DOMException("denied", "SecurityError");
    }),
  ).toBe(false);
});

it("warns once that the seat is lost with the page where nothing is kept", async () => {
  keeping.isMissed = true;
  await speak("en");
  render(Banners);
  expect(screen.queryByText(t("nothing-kept"))).not.toBeNull();
  screen.getByRole("button", { name: t("close") }).click();
  await tick();
  expect(screen.queryByText(t("nothing-kept"))).toBeNull();
});
