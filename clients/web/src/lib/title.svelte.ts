/** What the window is called: it is said first where a page is heard, and names it in a history. */
import { t } from "./i18n/index.svelte.ts";

/**
 * To be called once while a page is made.
 *
 * @param name of the page; empty while it is not known
 */
export function pageTitle(name: () => string): void {
  $effect(() => {
    const own = name();
    document.title = own === "" ? t("title") : `${own} · ${t("title")}`;
  });
}
