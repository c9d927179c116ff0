/** Leaves this page for another, with a full load. */
export function goTo(path: string): void {
  location.assign(path);
}

/** Leaves a page that is done with: a step back leads to what was before it, not to its form again. */
export function goOnTo(path: string): void {
  location.replace(path);
}
