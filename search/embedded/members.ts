/**
 * Members: every document has a slot, a small number used by all other parts. Slots of removed members are
 * reused.
 *
 * @module
 */
import { type Role, roles } from "../../events/vocabulary.ts";
import type { ProfileDocument } from "../project-document.ts";
import { compareText, nameKey } from "../text.ts";
import { withRoom } from "../words/numbers.ts";
import { createOrder, type Order } from "./order.ts";

export interface Members {
  /** Higher than every used slot. */
  used: number;
  /** Number of members. */
  count(): number;
  /** By slot. */
  readonly ids: string[];
  readonly names: string[];
  /** By slot: the number of {@link kindOf}, or `freeSlot` if it is free. */
  kinds: Uint8Array;
  readonly recent: Order;
  readonly byName: Order;
  find(memberId: string): number | undefined;
  /** The slot of a document: the member's existing one, or a new one. */
  set(document: ProfileDocument): number;
  remove(slot: number): void;
}

export const freeSlot = 0;

/** The number of a role, or of having none. */
export function kindOf(role: Role | null): number {
  return role === null ? roles.length + 1 : roles.indexOf(role) + 1;
}

export function createMembers(): Members {
  const slots = new Map<string, number>();
  const free: number[] = [];
  const nameKeys: string[] = [];
  let updatedAtMs = new Float64Array(64);
  const ids: string[] = [];
  const byId = (a: number, b: number) => compareText(ids[a]!, ids[b]!);

  const members: Members = {
    used: 0,
    count: () => slots.size,
    ids,
    names: [],
    kinds: new Uint8Array(64),
    recent: createOrder((a, b) => updatedAtMs[b]! - updatedAtMs[a]! || byId(a, b)),
    byName: createOrder((a, b) => compareText(nameKeys[a]!, nameKeys[b]!) || byId(a, b)),
    find: (memberId) => slots.get(memberId),
    set(document) {
      const { memberId, firstName, lastName } = document;
      const before = slots.get(memberId);
      const slot = before ?? free.pop() ?? members.used++;
      if (before !== undefined) { for (const order of orders) order.remove(slot); }
      members.kinds = withRoom(members.kinds, members.used);
      updatedAtMs = withRoom(updatedAtMs, members.used);
      members.kinds[slot] = kindOf(document.role);
      updatedAtMs[slot] = document.updatedAtMs;
      ids[slot] = memberId;
      members.names[slot] = `${firstName} ${lastName}`.trim();
      nameKeys[slot] = nameKey(firstName, lastName);
      slots.set(memberId, slot);
      for (const order of orders) order.add(slot);
      return slot;
    },
    remove(slot) {
      for (const order of orders) order.remove(slot);
      slots.delete(ids[slot]!);
      members.kinds[slot] = freeSlot;
      ids[slot] = members.names[slot] = nameKeys[slot] = "";
      free.push(slot);
    },
  };
  const orders = [members.recent, members.byName];
  return members;
}
