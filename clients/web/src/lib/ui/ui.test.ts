import { describe, expect, it } from "vitest";
import { blocks, inline } from "./markdown.ts";

describe("Markdown of the help pages", () => {
  it("has headings, paragraphs, lists and tables", () => {
    const text =
      "# Title\n\nOne\nparagraph.\n\n* first\n  goes on\n* second\n\n| a | b |\n|---|---|\n| 1 | **2** |\n";
    expect(blocks(text)).toEqual([
      { kind: "heading", level: 1, children: [{ kind: "text", text: "Title" }] },
      { kind: "paragraph", children: [{ kind: "text", text: "One paragraph." }] },
      {
        kind: "list",
        isOrdered: false,
        items: [[{ kind: "text", text: "first goes on" }], [{ kind: "text", text: "second" }]],
      },
      {
        kind: "table",
        head: [[{ kind: "text", text: "a" }], [{ kind: "text", text: "b" }]],
        rows: [
          [
            [{ kind: "text", text: "1" }],
            [{ kind: "strong", children: [{ kind: "text", text: "2" }] }],
          ],
        ],
      },
    ]);
  });

  it("takes links to the help of other games, and no others", () => {
    expect(inline("as in [King](king.en.md).")).toEqual([
      { kind: "text", text: "as in " },
      { kind: "rules", text: "King", game: "king" },
      { kind: "text", text: "." },
    ]);
    for (const text of ["[a](https://example.org/king.en.md)", "[a](../king.en.md)", "[a](/me)"]) {
      expect(inline(text)).toEqual([{ kind: "text", text }]);
    }
  });

  it("takes HTML as the text that it is", () => {
    expect(inline("<b>`<i>`</b>")).toEqual([
      { kind: "text", text: "<b>" },
      { kind: "code", text: "<i>" },
      { kind: "text", text: "</b>" },
    ]);
  });
});
