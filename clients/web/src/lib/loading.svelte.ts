/**
 * Code and texts that come after the page has begun. A line may be lost in between, or the server
 * renewed, so that the files of this page are not there any more: a load is tried again by itself,
 * and a page that is older than its server begins anew.
 */

const AGAIN_MS = [1000, 2000, 4000, 8000, 15_000];
/** A page that loaded itself again does not do so once more within this time. */
const ONCE_IN_MS = 600_000;
/** Where the server answers and a file of its own still does not come, this browser keeps the failure. */
const KEPT_TRIES = 3;

type Build = "same" | "other" | "unknown";

class Loading {
  #late = $state(0);
  /** Only a new page helps, and it is for the person to ask for it. */
  isOld = $state(false);

  /** Something did not come; it is tried again. */
  get isLate(): boolean {
    return this.#late > 0;
  }

  /** Wait for what `load` fetches, however long it takes. */
  async wait<T>(load: () => Promise<T>): Promise<T> {
    try {
      return await load();
    } catch {
      this.#late += 1;
      try {
        return await this.#again(load);
      } finally {
        this.#late -= 1;
      }
    }
  }

  async #again<T>(load: () => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries += 1) {
      const build = await serverBuild();
      if (build === "other" || (build === "same" && tries >= KEPT_TRIES)) this.#renew();
      await pause(AGAIN_MS[Math.min(tries, AGAIN_MS.length - 1)] ?? 0);
      try {
        await styles();
        const found = await load();
        this.isOld = false;
        return found;
      } catch {
        // The next time, perhaps.
      }
    }
  }

  #renew(): void {
    this.isOld = true;
    if (mayReload(reloadedAgo(), isRemembered())) location.reload();
  }
}

export const loading = new Loading();

/** Whether a page loads itself again: not twice in a row, and not where that makes one a stranger. */
export function mayReload(ago_ms: number | null, remembered: boolean): boolean {
  return remembered && (ago_ms === null || ago_ms > ONCE_IN_MS);
}

/** Milliseconds since this page was loaded again; null: it was opened as others are. */
function reloadedAgo(): number | null {
  const [begun] = performance.getEntriesByType("navigation");
  return (begun as PerformanceNavigationTiming | undefined)?.type === "reload"
    ? performance.now()
    : null;
}

function isRemembered(): boolean {
  try {
    return localStorage.getItem("kozyr.token") !== null;
  } catch {
    return false;
  }
}

/** Whether the server has the client that this page is of. */
async function serverBuild(): Promise<Build> {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute("src");
  try {
    const answer = await fetch("/", { cache: "no-store" });
    if (!answer.ok || own == null) return "unknown";
    return (await answer.text()).includes(`"${own}"`) ? "same" : "other";
  } catch {
    return "unknown";
  }
}

/** Fetch styles again that did not come: Vite asks for each of them once. */
async function styles(): Promise<void> {
  const lost = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(
    (link) => link.sheet === null,
  );
  await Promise.all(
    lost.map(
      (link) =>
        new Promise((resolve, reject) => {
          const fresh = link.cloneNode() as HTMLLinkElement;
          fresh.addEventListener("load", resolve);
          fresh.addEventListener("error", reject);
          link.replaceWith(fresh);
        }),
    ),
  );
}

/** Wait, or until the network is back. */
function pause(wait_ms: number): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      clearTimeout(timer);
      removeEventListener("online", go);
      resolve();
    };
    const timer = setTimeout(go, wait_ms);
    addEventListener("online", go);
  });
}
