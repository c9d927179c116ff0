/**
 * What profiles hold that suggestions show and no filter asks for: names as they are written, and
 * values that choosing turns into text. Columns of value ids, as for facets.
 *
 * @module
 */
import type { ProfileDocument } from "../profile-search.ts";
import { type Choices, createChoices } from "./choices.ts";
import type { Growing } from "./growth.ts";
import { type Image, under, within } from "./image.ts";
import type { Slots } from "./slots.ts";
import { byWords } from "./spellings.ts";
import { createTally } from "./tally.ts";
import type { Values } from "./values.ts";

/** The kinds of suggestions that become text. */
export type HeldKind = "mos" | "company";

export interface Held extends Growing {
  add(slot: number, document: ProfileDocument): void;
  /** Call this while the slot still has its kind. */
  remove(slot: number): void;
  /** First and last name, as they are written. */
  nameOf(slot: number): string;
  values(kind: HeldKind): Values;
  /** Counts the first `count` of `slots`, and lets `read` ask how many of them hold a value. */
  countAmong<T>(
    kind: HeldKind,
    slots: Uint32Array,
    count: number,
    read: (holdersOf: (value: number) => number) => T,
  ): T;
  image(): Image;
  /** Call it when the slots are restored. */
  restore(image: Image): void;
}

export function createHeld(slots: Slots): Held {
  // Names are suggested in the order of the hits, and not looked up by their words.
  const columns = {
    firstNames: createChoices(slots),
    lastNames: createChoices(slots),
    mos: createChoices(slots, byWords),
    company: createChoices(slots, byWords),
  };
  const tallies = { mos: createTally(columns.mos), company: createTally(columns.company) };
  const parts = Object.entries(columns);

  function textAt(choices: Choices, slot: number): string {
    const value = choices.valuesAt(slot)[0];
    return value === undefined ? "" : choices.values.texts[value] ?? "";
  }

  return {
    add(slot, { firstName, lastName, mos, company }) {
      columns.firstNames.add(slot, [firstName]);
      columns.lastNames.add(slot, [lastName]);
      columns.mos.add(slot, [mos]);
      columns.company.add(slot, [company]);
    },
    remove(slot) {
      for (const [, choices] of parts) choices.remove(slot);
    },
    nameOf: (slot) =>
      `${textAt(columns.firstNames, slot)} ${textAt(columns.lastNames, slot)}`.trim(),
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
