/**
 * Slots: the numbers by which the engine knows documents. A changed document gets another slot; its old
 * one stays empty until nothing in the engine mentions it any more.
 *
 * @module
 */
import { type Role, roles } from "../../../events/vocabulary.ts";
import type { ProfileDocument } from "../../project-document.ts";
import { nameKey } from "../../text.ts";
import { bitsLength, clearBit, setBit } from "./bits.ts";
import { createMemberSlots } from "./member-slots.ts";
import { type Growing, lengthen } from "./growth.ts";
import { type Image, numbersOf, textsOf, under, within } from "./image.ts";
import { withLength } from "./numbers.ts";

/** The kind of a slot without a document. Others say the document's role. */
export const empty = 0;
export const kindCount = 2 + roles.length;

export interface Slots extends Growing {
  /** Above every slot that was ever taken. */
  used: number;
  /** What new arrays with a place for each slot have to be made for. */
  capacity: number;
  /** Slots that hold a document. */
  live: number;
  /** By slot: `empty`, or the number of the role. */
  kinds: Uint8Array;
  updatedAtMs: Float64Array;
  readonly memberIds: string[];
  readonly nameKeys: string[];
  /** The slots of all documents, or of those of one role, and how many they are. */
  everyone(role: Role | undefined): Everyone;
  /** The slot of a member's document. */
  find(memberId: string): number | undefined;
  /** A slot for a document, which is its member's from now on. */
  take(document: ProfileDocument): number;
  /** Leaves the slot empty; orders must have taken it out, as its name is forgotten. */
  leave(slot: number): void;
  /** How many empty slots wait for {@link reuse}. */
  left(): number;
  /** The empty slots, of which the engine now begins to remove every mention. */
  takeLeft(): number[];
  /** Nothing mentions this empty slot any more. */
  reuse(slot: number): void;
  /** Takes for granted that nothing mentions empty slots. */
  image(): Image;
  /** Makes empty slots what others were; there has to be room for all of them. */
  restore(image: Image): void;
}

export interface Everyone {
  bits: Uint32Array;
  count: number;
}

export function createSlots(): Slots {
  const memberIds: string[] = [];
  const byMember = createMemberSlots(memberIds);
  let left: number[] = [];
  const free: number[] = [];
  /** By kind; all documents at `empty`. */
  const everyone = Array.from({ length: kindCount }, () => ({ bits: noBits, count: 0 }));

  function count(slot: number, kind: number): void {
    for (const set of [everyone[empty]!, everyone[kind]!]) {
      set.count++;
      setBit(set.bits, slot);
    }
  }

  function uncount(slot: number, kind: number): void {
    for (const set of [everyone[empty]!, everyone[kind]!]) {
      set.count--;
      clearBit(set.bits, slot);
    }
  }

  const slots: Slots = {
    used: 0,
    capacity: 0,
    live: 0,
    kinds: new Uint8Array(0),
    updatedAtMs: new Float64Array(0),
    memberIds,
    nameKeys: [],
    everyone: (role) => everyone[role === undefined ? empty : kindOf(role)]!,
    find: byMember.find,
    take(document) {
      const slot = free.pop() ?? slots.used++;
      const kind = kindOf(document.role);
      slots.live++;
      count(slot, kind);
      slots.kinds[slot] = kind;
      slots.updatedAtMs[slot] = document.updatedAtMs;
      slots.memberIds[slot] = document.memberId;
      slots.nameKeys[slot] = nameKey(document.firstName, document.lastName);
      byMember.add(slot);
      return slot;
    },
    leave(slot) {
      slots.live--;
      uncount(slot, slots.kinds[slot]!);
      slots.kinds[slot] = empty;
      byMember.remove(slot);
      slots.memberIds[slot] = "";
      slots.nameKeys[slot] = "";
      left.push(slot);
    },
    left: () => left.length,
    takeLeft() {
      const taken = left;
      left = [];
      return taken;
    },
    reuse: (slot) => free.push(slot),
    image: () => ({
      kinds: slots.kinds.subarray(0, slots.used),
      updatedAtMs: slots.updatedAtMs.subarray(0, slots.used),
      ...under("byMember", byMember.image(slots.used)),
      memberIds: slots.memberIds,
      nameKeys: slots.nameKeys,
    }),
    restore(image) {
      const kinds = numbersOf(image, "kinds", Uint8Array);
      const saved = textsOf(image, "memberIds");
      const nameKeys = textsOf(image, "nameKeys");
      slots.used = kinds.length;
      byMember.restore(within("byMember", image));
      slots.kinds.set(kinds);
      slots.updatedAtMs.set(numbersOf(image, "updatedAtMs", Float64Array));
      memberIds.length = kinds.length;
      slots.nameKeys.length = kinds.length;
      // A plain loop: with a million documents, an iterator and small lists take half a second.
      for (let slot = 0; slot < kinds.length; slot++) {
        const kind = kinds[slot]!;
        memberIds[slot] = saved[slot] ?? "";
        slots.nameKeys[slot] = nameKeys[slot] ?? "";
        if (kind === empty) {
          free.push(slot);
          continue;
        }
        setBit(everyone[kind]!.bits, slot);
        setBit(everyone[empty]!.bits, slot);
        everyone[kind]!.count++;
        slots.live++;
      }
      everyone[empty]!.count = slots.live;
    },
    grow(capacity) {
      slots.capacity = capacity;
      return [
        ...byMember.grow(capacity),
        ...lengthen(capacity, () => slots.kinds, (kinds) => slots.kinds = kinds),
        ...lengthen(capacity, () => slots.updatedAtMs, (times) => slots.updatedAtMs = times),
        () => {
          for (const set of everyone) set.bits = withLength(set.bits, bitsLength(capacity));
        },
      ];
    },
  };
  return slots;
}

const noBits = new Uint32Array(0);

export function kindOf(role: Role | null): number {
  return role === null ? 1 : 2 + roles.indexOf(role);
}

/** By kind: 1 for the documents that a search for this role may find. */
export function admittedKinds(role: Role | undefined): Uint8Array {
  const admitted = new Uint8Array(kindCount);
  if (role === undefined) admitted.fill(1, 1);
  else admitted[kindOf(role)] = 1;
  return admitted;
}
