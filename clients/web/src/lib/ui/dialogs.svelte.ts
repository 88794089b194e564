/**
 * The dialogs that are open. All that is outside of the topmost one is silent and cannot be
 * pressed, so that news are told within it.
 */
import { untrack } from "svelte";

let open: readonly HTMLDialogElement[] = $state.raw([]);

export const dialogs = {
  /** The one that was opened last, or null. */
  get top(): HTMLDialogElement | null {
    return open.at(-1) ?? null;
  },
};

/** A dialog is open from now on; answers how to take it back. */
export function opened(dialog: HTMLDialogElement): () => void {
  const others = (): HTMLDialogElement[] => untrack(() => open).filter((each) => each !== dialog);
  open = [...others(), dialog];
  return () => void (open = others());
}
