/** Leaves this page for another, with a full load. */
export function goTo(path: string): void {
  location.assign(path);
}

/** Leaves a page whose form was accepted: going back leads to the page before it, not to the form. */
export function goOnTo(path: string): void {
  location.replace(path);
}
