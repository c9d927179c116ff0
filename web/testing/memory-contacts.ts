import { productTopics } from "../../events/program/topics.ts";
import {
  dayOf,
  decideReveal,
  requireConfirmedAddress,
  type SeenToday,
} from "../../events/contacts/reveals.ts";
import type { RevealTable } from "../../events/read/reveals.ts";
import { Contacts } from "../../api/contacts/contacts.ts";
import type { Looks } from "../../api/contacts/looks.ts";
import { createProfiles } from "../../api/directory/profiles.ts";
import type { Product } from "../../api/product.ts";
import type { MemoryConnections } from "./memory-connections.ts";
import type { MemoryMembers } from "./memory-members.ts";

interface Row extends SeenToday {
  readonly viewerId: string;
  readonly day: string;
}

/** Profiles, contacts and their views in memory, with the real rules. */
export function createMemoryContacts(
  { now: nowText, execute, table }: MemoryMembers,
  { connectionTable }: Pick<MemoryConnections, "connectionTable">,
  perDay: number,
): Pick<Product, "contacts" | "profiles"> {
  const now = () => new Date(nowText);
  const rows: Row[] = [];
  const looks: Pick<Looks, "record"> = {
    async record(viewer, reveal) {
      requireConfirmedAddress(viewer);
      const { memberId: viewerId } = viewer;
      const day = dayOf(now());
      const seen = rows.filter((row) => row.viewerId === viewerId && row.day === day);
      const events = decideReveal(seen, reveal, { perDay, standing: "known" });
      for (const event of events) {
        if (event.type !== "ContactRevealed" || event.personal === null) continue;
        const { memberId: ownerId, contacts } = event.personal;
        rows.push(...contacts.map((contact) => ({ viewerId, ownerId, contact, day })));
      }
    },
  };
  const revealTable: Pick<RevealTable, "ofOwner"> = {
    async ofOwner(ownerId, { offset, limit }) {
      const own = rows.filter((row) => row.ownerId === ownerId).toReversed();
      const byDay = Map.groupBy(own, ({ viewerId, day }) => `${day} ${viewerId}`);
      return [...byDay.values()].slice(offset, offset + limit).flatMap((group) => {
        const [first] = group;
        const contacts = group.map(({ contact }) => contact);
        return first ? [{ viewerId: first.viewerId, day: first.day, contacts }] : [];
      });
    },
  };
  const shared = {
    table,
    connectionTable,
    members: { execute },
    limits: { async change() {} },
    topics: () => productTopics,
    async catchUpAll() {},
  };
  return {
    contacts: new Contacts({ ...shared, looks, revealTable, now }),
    profiles: createProfiles({ ...shared, looks }),
  };
}
