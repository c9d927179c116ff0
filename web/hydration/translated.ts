/**
 * Support for pages translated by the browser. Chrome and Edge replace each text by their own
 * elements. React would then remove texts that are no longer in their place, and change texts that
 * no one sees.
 * @module
 */

/** Whether the browser has translated this part of the page. Our own pages have no `font` element. */
export function isTranslated(part: ParentNode = document): boolean {
  return part.querySelector("font") !== null;
}

/** Makes removing a replaced text do nothing, and appends nodes that would go before one. */
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
