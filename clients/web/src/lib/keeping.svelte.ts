/** Whether this browser keeps anything of the page: who one is stands nowhere else. */
const PLACE = "kozyr.tried";

/** Try the storage; where cookies are blocked, only to name it fails already. */
export function keeps(storage: () => Storage = () => localStorage): boolean {
  try {
    storage().setItem(PLACE, "");
    storage().removeItem(PLACE);
    return true;
  } catch {
    return false;
  }
}

/** Whether it is still to be said that nothing is kept; once read, it is not said again. */
export const keeping = $state({ isMissed: !keeps() });
