/**
 * Memory for very many short lists: blocks of 1, 2, 4, 8, … numbers, cut from pages, so that no
 * list costs an object and growing never moves anything but one list.
 *
 * @module
 */

export const pageBits = 16;
const pageSize = 1 << pageBits;

export interface Arena {
  /** The page of a block is `pages[block >>> pageBits]`, its place there `block & offsetMask`. */
  readonly pages: readonly Uint32Array[];
  /** A block of `2 ** sizeBits` numbers, with anything in it. */
  allocate(sizeBits: number): number;
  /** Gives a block back; the next allocation of its size may get it. */
  free(block: number, sizeBits: number): void;
}

export const offsetMask = pageSize - 1;

export function createArena(): Arena {
  const pages: Uint32Array[] = [];
  const freeBlocks: number[][] = Array.from({ length: 32 }, () => []);
  /** Where the current page has room; at its end at first, as there is no page. */
  let next = pageSize;
  let current = 0;

  function addPage(size: number): number {
    pages.push(new Uint32Array(size));
    return pages.length - 1;
  }

  function allocate(sizeBits: number): number {
    const known = freeBlocks[sizeBits]?.pop();
    if (known !== undefined) return known;
    const size = 1 << sizeBits;
    // A block larger than a page is a page of its own.
    if (size > pageSize) return (addPage(size) << pageBits) >>> 0;
    if (next + size > pageSize) {
      leaveRest();
      current = addPage(pageSize);
      next = 0;
    }
    const block = ((current << pageBits) | next) >>> 0;
    next += size;
    return block;
  }

  /** What is left of a full page serves smaller blocks. */
  function leaveRest(): void {
    for (let sizeBits = pageBits - 1; sizeBits >= 0; sizeBits--) {
      const size = 1 << sizeBits;
      if (next + size > pageSize) continue;
      freeBlocks[sizeBits]?.push(((current << pageBits) | next) >>> 0);
      next += size;
    }
  }

  return { pages, allocate, free: (block, sizeBits) => freeBlocks[sizeBits]?.push(block) };
}
