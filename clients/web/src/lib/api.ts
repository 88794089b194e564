/** What the server answers over HTTP, read-only: games, their help, finished games. */

export interface GameInfo {
  readonly game: string;
  readonly rules: number;
  readonly titles: Readonly<Record<string, string>>;
  readonly min_seats: number;
  readonly max_seats: number;
  readonly usual_seats: number;
  readonly presets: Readonly<
    Record<
      string,
      {
        readonly titles?: Readonly<Record<string, string>>;
        readonly options: Readonly<Record<string, unknown>>;
        readonly min_seats: number;
        readonly max_seats: number;
      }
    >
  >;
  /** JSON Schema of what may be given. */
  readonly options: unknown;
}

export class HttpError extends Error {
  readonly status: number;
  constructor(status: number, path: string) {
    super(`${path}: ${String(status)}`);
    this.status = status;
  }
}

async function get(path: string): Promise<Response> {
  const answer = await fetch(path);
  if (!answer.ok) throw new HttpError(answer.status, path);
  return answer;
}

const kept = new Map<string, Promise<unknown>>();

/** Ask once for what does not change while the page is open; a failure is asked for again. */
function once<T>(path: string, read: (answer: Response) => Promise<T>): Promise<T> {
  const known = kept.get(path);
  if (known !== undefined) return known as Promise<T>;
  const asked = get(path).then(read);
  kept.set(path, asked);
  asked.catch(() => kept.delete(path));
  return asked;
}

/** All games, in the server's order. */
export async function games(): Promise<readonly GameInfo[]> {
  const read = async (answer: Response): Promise<{ games: GameInfo[] }> =>
    (await answer.json()) as { games: GameInfo[] };
  return (await once("/api/v1/games", read)).games;
}

export interface Phrase {
  readonly phrase: string;
  readonly [language: string]: string;
}

/** The quick phrases, in the order in which they are offered. */
export async function phrases(): Promise<readonly Phrase[]> {
  const read = async (answer: Response): Promise<{ phrases: Phrase[] }> =>
    (await answer.json()) as { phrases: Phrase[] };
  return (await once("/api/v1/phrases", read)).phrases;
}

/** The rules of a game for people, in Markdown. */
export function help(game: string, language: string): Promise<string> {
  return once(`/api/v1/games/${encodeURIComponent(game)}/help/${language}`, (answer) =>
    answer.text(),
  );
}

/** Any other page of `/api/v1`, such as `records/ID`; asked for each time. */
export async function fresh<T>(page: string): Promise<T> {
  return (await (await get(`/api/v1/${page}`)).json()) as T;
}
