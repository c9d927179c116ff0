/** Leaves this page for another, with a full load. */
export function goTo(path: string): void {
  location.assign(path);
}
