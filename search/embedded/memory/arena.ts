/**
 * Arena allocator for very many short lists: blocks of 1, 2, 4, 8, … numbers, cut from pages, so that no
 * list costs an object and growing never moves anything but one list.
 *
 * @module
 */
import { type Image, numbersOf } from "./image.ts";

export const pageBits = 16;
const pageSize = 1 << pageBits;

export interface Arena {
  /** The page of a block is `pages[block >>> pageBits]`, its place there `block & offsetMask`. */
  readonly pages: readonly Uint32Array[];
  /** A block of `2 ** sizeBits` numbers, with anything in it. */
  allocate(sizeBits: number): number;
  /** Gives a block back; the next allocation of its size may get it. */
  free(block: number, sizeBits: number): void;
  image(): Image;
  /** Makes an empty arena what another one was. */
  restore(image: Image): void;
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

  return {
    pages,
    allocate,
    free: (block, sizeBits) => freeBlocks[sizeBits]?.push(block),
    image: () => ({
      ...Object.fromEntries(pages.map((page, at) => [`page${at}`, page])),
      ...Object.fromEntries(
        freeBlocks.map((blocks, sizeBits) => [`free${sizeBits}`, Uint32Array.from(blocks)]),
      ),
      state: Uint32Array.of(pages.length, current, next),
    }),
    restore(image) {
      const [pageCount = 0, ...place] = numbersOf(image, "state", Uint32Array);
      [current = 0, next = pageSize] = place;
      for (let at = 0; at < pageCount; at++) pages.push(numbersOf(image, `page${at}`, Uint32Array));
      for (const [sizeBits, blocks] of freeBlocks.entries()) {
        for (const block of numbersOf(image, `free${sizeBits}`, Uint32Array)) blocks.push(block);
      }
    },
  };
}
