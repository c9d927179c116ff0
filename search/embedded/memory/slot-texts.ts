/**
 * Interned texts, one for each document, as they are written: each different text is stored once, and each
 * slot has its number. Many people have the same first name.
 *
 * @module
 */
import { type Growing, lengthen } from "./growth.ts";
import { type Image, numbersOf, textsOf } from "./image.ts";
import { withRoom } from "./numbers.ts";
import type { Slots } from "./slots.ts";

export interface SlotTexts extends Growing {
  add(slot: number, text: string): void;
  remove(slot: number): void;
  /** Empty where nothing was added. */
  textAt(slot: number): string;
  image(): Image;
  /** Call it when the slots are restored. */
  restore(image: Image): void;
}

export function createSlotTexts(slots: Slots): SlotTexts {
  const numbers = new Map<string, number>([["", 0]]);
  const texts: string[] = [""];
  const free: number[] = [];
  /** By text: how many documents have it. */
  let uses = new Uint32Array(64);
  /** By slot. */
  let column = new Uint32Array(0);

  function insert(text: string): number {
    const number = free.pop() ?? texts.length;
    numbers.set(text, number);
    texts[number] = text;
    uses = withRoom(uses, number + 1);
    return number;
  }

  return {
    add(slot, text) {
      const number = numbers.get(text) ?? insert(text);
      uses[number]!++;
      column[slot] = number;
    },
    remove(slot) {
      const number = column[slot]!;
      column[slot] = 0;
      if (--uses[number]! > 0 || number === 0) return;
      numbers.delete(texts[number]!);
      texts[number] = "";
      free.push(number);
    },
    textAt: (slot) => texts[column[slot]!]!,
    image: () => ({ texts, column: column.subarray(0, slots.used) }),
    restore(image) {
      const saved = textsOf(image, "texts");
      uses = withRoom(uses, saved.length);
      for (let number = 1; number < saved.length; number++) {
        const text = saved[number]!;
        texts[number] = text;
        if (text === "") free.push(number);
        else numbers.set(text, number);
      }
      column.set(numbersOf(image, "column", Uint32Array));
      for (let slot = 0; slot < slots.used; slot++) uses[column[slot]!]!++;
    },
    grow: (capacity) => lengthen(capacity, () => column, (longer) => column = longer),
  };
}
