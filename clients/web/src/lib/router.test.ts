import { expect, it } from "vitest";
import { taken } from "./router.svelte.ts";

/** Where a click on a link leads within the client. */
function clicked(link: string, how: MouseEventInit = {}): string | null {
  const body = document.body;
  body.innerHTML = `<a ${link}><b>to the table</b></a>`;
  let address: string | null = null;
  const hear = (event: MouseEvent): void => {
    address = taken(event);
    event.preventDefault();
  };
  body.addEventListener("click", hear);
  const click = new MouseEvent("click", { bubbles: true, cancelable: true, ...how });
  body.querySelector("b")?.dispatchEvent(click);
  body.removeEventListener("click", hear);
  return address;
}

it("takes plain clicks on links of its own, with query and hash", () => {
  expect(clicked('href="/table/a3k7?sit#code"')).toBe("/table/a3k7?sit#code");
  expect(clicked('href="/apiary"')).toBe("/apiary");
});

it.each([
  { ctrlKey: true },
  { metaKey: true },
  { shiftKey: true },
  { altKey: true },
  { button: 1 },
])("leaves a click with %o to the browser", (how) => {
  expect(clicked('href="/table/a3k7"', how)).toBe(null);
});

it.each([
  'href="https://elsewhere.example/table/a3k7"',
  'href="/table/a3k7" target="_blank"',
  'href="/record.jsonl" download',
  'href="/api/v1/records/a"',
  'href="/protocol"',
  'href="#main"',
  "",
])("leaves a link with %s to the browser", (link) => {
  expect(clicked(link)).toBe(null);
});
