/** The part of Markdown that the help pages use, as data: the client never makes HTML of texts. */

export type Inline =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "rules"; readonly text: string; readonly game: string }
  | { readonly kind: "strong"; readonly children: readonly Inline[] }
  | { readonly kind: "em"; readonly children: readonly Inline[] };

export type Block =
  | { readonly kind: "heading"; readonly level: number; readonly children: readonly Inline[] }
  | { readonly kind: "paragraph"; readonly children: readonly Inline[] }
  | {
      readonly kind: "list";
      readonly isOrdered: boolean;
      readonly items: readonly (readonly Inline[])[];
    }
  | { readonly kind: "table"; readonly head: Cells; readonly rows: readonly Cells[] };

type Cells = readonly (readonly Inline[])[];

// Links lead to the help of another game alone; what else looks like a link stays text.
const INLINE = /`([^`]+)`|\*\*(.+?)\*\*|\*(.+?)\*|\[([^\]]+)\]\(([a-z][a-z0-9_]*)\.[a-z]{2}\.md\)/g;
const ITEM = /^(?:[*-]|(\d+)\.) +(.*)$/;

export function inline(text: string): Inline[] {
  const found: Inline[] = [];
  let from = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > from) found.push({ kind: "text", text: text.slice(from, match.index) });
    const [all, code, strong, em, link, game] = match;
    if (code !== undefined) found.push({ kind: "code", text: code });
    else if (strong !== undefined) found.push({ kind: "strong", children: inline(strong) });
    else if (link !== undefined) found.push({ kind: "rules", text: link, game: game ?? "" });
    else found.push({ kind: "em", children: inline(em ?? "") });
    from = match.index + all.length;
  }
  if (from < text.length) found.push({ kind: "text", text: text.slice(from) });
  return found;
}

function cells(line: string): Cells {
  return line
    .trim()
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => inline(cell.trim()));
}

function block(lines: readonly string[]): Block {
  const [first = ""] = lines;
  const heading = /^(#{1,6}) +(.*)$/.exec(first);
  if (heading !== null) {
    return { kind: "heading", level: heading[1]?.length ?? 1, children: inline(heading[2] ?? "") };
  }
  if (first.startsWith("|") && /^\|[\s|:-]+$/.test(lines[1] ?? "")) {
    return { kind: "table", head: cells(first), rows: lines.slice(2).map(cells) };
  }
  const item = ITEM.exec(first);
  if (item !== null) {
    const items: string[] = [];
    for (const line of lines) {
      const next = ITEM.exec(line);
      if (next !== null) items.push(next[2] ?? "");
      else items.push(`${items.pop() ?? ""} ${line.trim()}`);
    }
    return { kind: "list", isOrdered: item[1] !== undefined, items: items.map(inline) };
  }
  return { kind: "paragraph", children: inline(lines.map((line) => line.trim()).join(" ")) };
}

/** The blocks of a page, top to bottom. Blank lines part them; a heading stands alone. */
export function blocks(text: string): Block[] {
  return text
    .replace(/^(#{1,6} .*)$/gm, "\n$1\n")
    .split(/\n\s*\n/)
    .map((part) => part.split("\n").filter((line) => line.trim() !== ""))
    .filter((lines) => lines.length > 0)
    .map(block);
}
