/** A few cards that stand for a game where it is chosen. */
export interface MotifCard {
  readonly rank: string;
  readonly suit: "C" | "D" | "H" | "S" | null;
}

function cards(...names: string[]): readonly MotifCard[] {
  return names.map((name) => ({
    rank: name[0] === "T" ? "10" : (name[0] ?? ""),
    suit: "CDHS".includes(name[1] ?? " ") ? (name[1] as MotifCard["suit"]) : null,
  }));
}

const MOTIFS: Readonly<Record<string, readonly MotifCard[]>> = {
  gin_rummy: cards("7S", "8S", "9S"),
  king: cards("QD", "KH", "JC"),
  king_jokers: cards("KH", "★", "7S"),
  knaves: cards("JS", "JH", "JD"),
  oh_well: cards("AC", "3D", "TH"),
  twenty_nine: cards("TS", "9D", "TC"),
};

/** What stands for a game; a game that this client does not know has three plain cards. */
export function motifOf(game: string): readonly MotifCard[] {
  return MOTIFS[game] ?? cards("AS", "AH", "AD");
}
