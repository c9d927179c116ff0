import type { Compare } from "./order.ts";

/**
 * The first `count` of `slots` in the order of `compare`, sorted. A heap holds the best ones so
 * far, the worst of them on top: most others are turned away by one comparison with it.
 */
export function firstOf(slots: Uint32Array, count: number, compare: Compare): number[] {
  // With most of the slots wanted, sorting them all is cheaper than to keep a heap of them.
  if (count * 4 > slots.length) return Array.from(slots).sort(compare).slice(0, count);
  const heap = Array.from(slots.subarray(0, count)).sort((a, b) => compare(b, a));
  for (let at = count; at < slots.length; at++) {
    const slot = slots[at]!;
    if (compare(slot, heap[0]!) < 0) replaceTop(heap, slot, compare);
  }
  return heap.sort(compare);
}

function replaceTop(heap: number[], slot: number, compare: Compare): void {
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && compare(heap[child]!, heap[child + 1]!) < 0) child++;
    if (compare(slot, heap[child]!) >= 0) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = slot;
}
