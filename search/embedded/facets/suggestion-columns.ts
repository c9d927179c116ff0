/**
 * Suggestion columns: what profiles hold that suggestions show and no filter asks for. Names are kept
 * as they are written; values that choosing turns into text are facet columns.
 *
 * @module
 */
import type { ProfileDocument } from "../../project-document.ts";
import { createFacetColumn } from "./facet-column.ts";
import type { Growing } from "../memory/growth.ts";
import { type Image, under, within } from "../memory/image.ts";
import { createSlotTexts } from "../memory/slot-texts.ts";
import type { Slots } from "../memory/slots.ts";
import { byWords } from "./spellings.ts";
import { createTally } from "./tally.ts";
import type { Values } from "./values.ts";

/** The kinds of suggestions that become text. */
export type TextKind = "mos" | "company";

export interface SuggestionColumns extends Growing {
  add(slot: number, document: ProfileDocument): void;
  /** Call this while the slot still has its kind. */
  remove(slot: number): void;
  /** First and last name, as they are written. */
  nameOf(slot: number): string;
  values(kind: TextKind): Values;
  /** Counts the first `count` of `slots`, and lets `read` ask how many of them hold a value. */
  countAmong<T>(
    kind: TextKind,
    slots: Uint32Array,
    count: number,
    read: (holdersOf: (value: number) => number) => T,
  ): T;
  image(): Image;
  /** Call it when the slots are restored. */
  restore(image: Image): void;
}

export function createSuggestionColumns(slots: Slots): SuggestionColumns {
  // Names are suggested in the order of the hits, and not looked up by their words.
  const names = { firstNames: createSlotTexts(slots), lastNames: createSlotTexts(slots) };
  const columns = {
    mos: createFacetColumn(slots, byWords),
    company: createFacetColumn(slots, byWords),
  };
  const tallies = { mos: createTally(columns.mos), company: createTally(columns.company) };
  const parts = Object.entries({ ...names, ...columns });

  return {
    add(slot, { firstName, lastName, mos, company }) {
      names.firstNames.add(slot, firstName);
      names.lastNames.add(slot, lastName);
      columns.mos.add(slot, [mos]);
      columns.company.add(slot, [company]);
    },
    remove(slot) {
      for (const [, part] of parts) part.remove(slot);
    },
    nameOf: (slot) => `${names.firstNames.textAt(slot)} ${names.lastNames.textAt(slot)}`.trim(),
    values: (kind) => columns[kind].values,
    countAmong(kind, among, count, read) {
      tallies[kind].add(among, count);
      return tallies[kind].read(read);
    },
    image: () => Object.assign({}, ...parts.map(([name, part]) => under(name, part.image()))),
    restore(image) {
      for (const [name, part] of parts) part.restore(within(name, image));
    },
    grow: (capacity) => parts.flatMap(([, part]) => part.grow(capacity)),
  };
}
