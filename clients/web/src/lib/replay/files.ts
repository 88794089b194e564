/** Records from files that a person chose or dropped: read here, sent nowhere. */
import { parseRecord, RecordError, type GameRecord } from "@kozyr/client";

export interface OpenFile {
  readonly name: string;
  readonly records: readonly GameRecord[];
}

export interface Problem {
  readonly key: string;
  readonly name: string;
  /** From 1. */
  readonly line: number;
}

/** Above it a browser is busy for many seconds: an archive is to be cut into parts. */
const MAX_FILE_BYTES = 32 << 20;

/** All games of a file: one a line, or one over many lines. */
export function recordsOf(name: string, text: string): OpenFile | Problem {
  const lines = text.split("\n");
  const records: GameRecord[] = [];
  for (const [n, line] of lines.entries()) {
    if (line.trim() === "") continue;
    try {
      records.push(parseRecord(line));
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      return whole(name, text) ?? { key: "replay-file-bad", name, line: n + 1 };
    }
  }
  return records.length > 0 ? { name, records } : { key: "replay-file-empty", name, line: 0 };
}

function whole(name: string, text: string): OpenFile | null {
  try {
    return { name, records: [parseRecord(text)] };
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    return null;
  }
}

/** All files that can be read, and what is wrong with the first one that cannot. */
export async function readFiles(
  list: readonly File[],
): Promise<{ files: OpenFile[]; problem: Problem | null }> {
  const read = await Promise.all(list.map(readFile));
  return {
    files: read.filter((each) => "records" in each),
    problem: read.find((each) => "key" in each) ?? null,
  };
}

async function readFile(file: File): Promise<OpenFile | Problem> {
  const { name } = file;
  if (file.size > MAX_FILE_BYTES) return { key: "replay-file-large", name, line: 0 };
  // A folder that was dropped, or a file that went away, gives none.
  const text = await file.text().catch(() => null);
  return text === null ? { key: "replay-file-unread", name, line: 0 } : recordsOf(name, text);
}

/** A moment of a record, as people write it. */
export function dateText(moment: string, language: string): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return moment;
  return date.toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
}
