/** A card on the table, and who put it there. */
export interface Play {
  readonly seat: number;
  readonly card: string;
}
