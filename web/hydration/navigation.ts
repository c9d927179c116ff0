/** Leaves this page for another, with a full load. */
export function goTo(path: string): void {
  location.assign(path);
}

/** Leaves a page that is shown for a few seconds; see `refresh` in `whole-page.tsx`. */
export function startDelayedNavigation(): void {
  const { content = "" } = document.querySelector<HTMLMetaElement>("meta[name=goes-on]") ?? {};
  const [, seconds, to] = /^(\d+);url=(.*)$/.exec(content) ?? [];
  if (to !== undefined) setTimeout(() => replacePage(to), Number(seconds) * 1000);
}

/**
 * Leaves a page whose form was accepted. Going back then leads to the page before it, not to the
 * form.
 */
export function replacePage(path: string): void {
  location.replace(path);
}
