import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { optimize } from "svgo";
import type { Plugin } from "vite";

/** Decks by the name that the settings give them, and their folder in the package. */
const DECKS = { two: "2color-bf", four: "4color-bf" } as const;
type Deck = keyof typeof DECKS;

const RANKS = "23456789TJQKA";
const SUITS = "CDHS";

/** The package's plain colours, and quieter ones that keep 4.5:1 on white. */
const INKS: Readonly<Record<string, string>> = {
  red: "#c4182c",
  blue: "#1b57b8",
  green: "#11713a",
  black: "#16191d",
};
const ID = "virtual:kozyr-cards";

interface Face {
  readonly name: string;
  readonly svg: string;
}

function folder(deck: Deck): string {
  const main = createRequire(import.meta.url).resolve(
    "@heruka_urgyen/react-playing-cards/package.json",
  );
  return join(dirname(main), "src", "images", DECKS[deck]);
}

/** One face, smaller, without a paper of its own, and in quieter inks. */
export function repaint(svg: string, inks: Readonly<Record<string, string>> = INKS): string {
  const plain = svg
    .replace(/<rect width="239" height="335"[^>]*(\/>|><\/rect>)/, "")
    .replace(/ (class|face|height|width)="[^"]*"(?=[^>]*viewBox)/, "")
    .replace(/(fill|stroke)="(red|blue|green|black)"/g, (all, kind: string, ink: string) =>
      inks[ink] === undefined ? all : `${kind}="${inks[ink]}"`,
    );
  return optimize(plain, {
    multipass: true,
    floatPrecision: 1,
    plugins: [{ name: "preset-default", params: { overrides: { cleanupIds: {} } } }],
  }).data;
}

// The joker of the package has thin lines and no index: a hand shows no more than a card's corner.
const STAR = "M0 -26L7.6 -8 27 -8 11.5 4 17 22.5 0 11.5 -17 22.5 -11.5 4 -27 -8 -7.6 -8Z";

function joker(svg: string, ink: string): string {
  const star = (place: string): string => `<path d="${STAR}" fill="black" transform="${place}"/>`;
  const bold = svg
    .replace(/stroke-width="6"/g, 'stroke-width="26"')
    .replace(
      "</svg>",
      `${star("translate(-86 -132)")}${star("translate(86 132) rotate(180)")}</svg>`,
    );
  return repaint(bold, { ...INKS, black: ink });
}

function faces(deck: Deck): Face[] {
  const read = (name: string): string => readFileSync(join(folder(deck), `${name}.svg`), "utf8");
  const found: Face[] = [];
  for (const suit of SUITS) {
    for (const rank of RANKS) {
      found.push({ name: `${rank}${suit}`, svg: repaint(read(`${rank}${suit}`)) });
    }
  }
  // The package has one joker; the two are told apart by their inks and, in words, by their numbers.
  const plain = read("2J");
  found.push({ name: "X1", svg: joker(plain, "#c4182c") });
  found.push({ name: "X2", svg: joker(plain, "#16191d") });
  return found;
}

function place(deck: Deck, all: readonly Face[]): string {
  const hash = createHash("sha256");
  for (const face of all) hash.update(face.name).update(face.svg);
  return `assets/cards-${deck}-${hash.digest("hex").slice(0, 8)}`;
}

/**
 * Puts the faces of both decks beside the other assets, each deck in a folder named by its
 * contents, and tells the client where by the module `virtual:kozyr-cards`.
 */
export function cards(): Plugin {
  const decks = new Map<Deck, { place: string; faces: Face[] }>();
  let isBuild = false;
  const load = (): void => {
    if (decks.size > 0) return;
    for (const deck of Object.keys(DECKS) as Deck[]) {
      const all = faces(deck);
      decks.set(deck, { place: place(deck, all), faces: all });
    }
  };
  return {
    name: "kozyr-cards",
    configResolved(config) {
      isBuild = config.command === "build";
    },
    resolveId(id) {
      return id === ID ? `\0${ID}` : null;
    },
    load(id) {
      if (id !== `\0${ID}`) return null;
      if (process.env["VITEST"] !== undefined)
        return 'export default { two: "/two", four: "/four" };';
      load();
      const places = [...decks].map(([deck, { place }]) => [deck, `/${place}`]);
      return `export default ${JSON.stringify(Object.fromEntries(places))};`;
    },
    generateBundle() {
      if (!isBuild) return;
      load();
      for (const { place, faces: all } of decks.values()) {
        for (const face of all) {
          this.emitFile({ type: "asset", fileName: `${place}/${face.name}.svg`, source: face.svg });
        }
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const match = /^\/assets\/cards-(two|four)-\w+\/(\w+)\.svg$/.exec(request.url ?? "");
        if (match === null) return next();
        load();
        const face = decks.get(match[1] as Deck)?.faces.find((each) => each.name === match[2]);
        if (face === undefined) return next();
        response.setHeader("content-type", "image/svg+xml");
        response.end(face.svg);
      });
    },
  };
}
