/**
 * Pages that the browser translates. Chrome and Edge replace each text by elements of their own, so that React removes
 * texts which are no longer where it put them, and changes texts that no one sees.
 *
 * @module
 */

/** Whether the browser has translated this part of the page. No page of ours has a `font`. */
export function isTranslated(part: ParentNode = document): boolean {
  return part.querySelector("font") !== null;
}

/** Removing a text that was replaced does nothing, and what comes before such a text comes last. */
export function tolerateTranslation({ prototype }: typeof Node = Node): void {
  const { removeChild, insertBefore } = prototype;
  prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    return child.parentNode === this ? removeChild.call(this, child) as T : child;
  };
  prototype.insertBefore = function <T extends Node>(this: Node, added: T, before: Node | null): T {
    const isHere = before === null || before.parentNode === this;
    return insertBefore.call(this, added, isHere ? before : null) as T;
  };
}
