import { expect, it } from "vitest";
import { repaint } from "./cards.ts";

it("a face loses its paper and gets quieter inks", () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" class="card" face="KH" height="3.5in" viewBox="-120 -168 240 336" width="2.5in">' +
    '<rect width="239" height="335" x="-119.5" y="-167.5" rx="12" ry="12" fill="white" stroke="black"></rect>' +
    '<path d="M0 0L10 0L10 10Z" fill="red"></path></svg>';
  const painted = repaint(svg);
  expect(painted).toContain("#c4182c");
  expect(painted).not.toMatch(/red|rect|face=|white/);
  expect(painted).toMatch(/viewBox="-120 -168 240 336"/);
});
