import { expect, it } from "vitest";
import { deviceOf, programOf } from "./device.ts";

const PHONE =
  "Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36";

it("a device is called by its browser and its system", () => {
  const program = programOf(PHONE);
  expect(program).toBe("kozyr-web/0.1.0 (Chrome, Android)");
  expect(program.length).toBeLessThanOrEqual(64);
  expect(deviceOf(program)).toBe("Chrome, Android");
});

it("what is not known is not invented", () => {
  expect(programOf("")).toBe("kozyr-web/0.1.0");
  expect(deviceOf("my-bot/1.0")).toBe("my-bot/1.0");
  expect(deviceOf("")).toBeNull();
});
