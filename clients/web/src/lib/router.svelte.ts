/** Where in the client one is: the address without the host, by the browser's history. */

interface Place {
  path: string;
  query: string;
}

function here(): Place {
  return { path: location.pathname, query: location.search };
}

const place: Place = $state(here());

export const router = {
  get path(): string {
    return place.path;
  },
  get query(): URLSearchParams {
    return new URLSearchParams(place.query);
  },
};

function arrive(): void {
  const { path, query } = here();
  if (path !== place.path) scrollTo(0, 0);
  place.path = path;
  place.query = query;
}

/** Go to a page of the client; `replace` leaves no way back to this one. */
export function go(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  arrive();
}

/** The address within the client that a click on a link leads to, or null: leave it alone. */
export function taken(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = (event.target as Element | null)?.closest?.("a");
  if (link == null || link.target !== "" || link.hasAttribute("download")) return null;
  if (
    link.origin !== location.origin ||
    /^\/(api|protocol|metrics|readyz|healthz)\b/.test(link.pathname)
  )
    return null;
  if (link.pathname === location.pathname && link.hash !== "") return null;
  return link.pathname + link.search + link.hash;
}

/** Let plain links of the page be steps of the client; answers how to stop. */
export function watchLinks(): () => void {
  const click = (event: MouseEvent): void => {
    const address = taken(event);
    if (address === null) return;
    event.preventDefault();
    go(address);
  };
  addEventListener("click", click);
  addEventListener("popstate", arrive);
  return () => {
    removeEventListener("click", click);
    removeEventListener("popstate", arrive);
  };
}
