/** Where the focus goes when what had it is taken away: a bid that was made, a seat that was taken. */

const IN_ORDER = [
  ".decision button:not(:disabled, [aria-disabled='true'])",
  ".hand button[tabindex='0']",
  ".waiting .primary:not(:disabled)",
  ".waiting .button:not(:disabled)",
];

function goal(board: HTMLElement): HTMLElement {
  for (const selector of IN_ORDER) {
    const found = board.querySelector<HTMLElement>(selector);
    if (found !== null) return found;
  }
  return board;
}

/**
 * Keep the focus at a table, so that whoever plays by keys or by ear stays where the game is. Where
 * there is nothing to be done it is on the board, and goes on when there is.
 *
 * @param board it can have the focus itself
 * @returns how to stop
 */
export function keepFocus(board: HTMLElement): () => void {
  let last: Element | null = null;

  function came(event: FocusEvent): void {
    last = event.target as Element;
  }
  function went(event: FocusEvent): void {
    if (event.relatedTarget !== null) last = null;
  }
  function look(): void {
    const active = document.activeElement;
    const isLost = active === document.body && last !== null && !last.isConnected;
    const waits = active === board && last === board;
    if (!isLost && !waits) return;
    const to = goal(board);
    if (to !== active) to.focus({ preventScroll: true });
  }

  board.addEventListener("focusin", came);
  board.addEventListener("focusout", went);
  const changes = new MutationObserver(look);
  changes.observe(board, { childList: true, subtree: true });
  return () => {
    changes.disconnect();
    board.removeEventListener("focusin", came);
    board.removeEventListener("focusout", went);
  };
}

/** Come to the cards, or to what is to be decided: for a link over all that stands before them. */
export function toGame(board: HTMLElement): void {
  goal(board).focus();
}
