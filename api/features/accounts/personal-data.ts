import { happenedAtMs, isBetweenTwo } from "../../../events/connections/events.ts";
import { dayMs } from "../../../events/day.ts";
import { contactOrder } from "../../../events/members/contact-fields.ts";
import type { EventLog } from "../../../events/store/event-log.ts";
import type { MemberEvent } from "../../../events/members/events.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { openEvent } from "../../../events/members/sealing.ts";
import { revealsStoredDays } from "../../../events/contacts/reveals.ts";
import type { RevealTable } from "../../../events/read/reveals.ts";
import type { MemberKeys } from "../../../events/store/keys.ts";
import type { Sessions } from "../../auth/sessions.ts";
import { prefixesOf } from "../../objects/keys.ts";
import { maxUploadBytes, type ObjectStore, readAll } from "../../objects/object-store.ts";

export interface PersonalDataDependencies {
  readonly log: Pick<EventLog, "readStream" | "readBy">;
  readonly keys: Pick<MemberKeys, "load">;
  readonly revealTable: Pick<RevealTable, "ofOwner">;
  readonly sessions: Pick<Sessions, "list">;
  readonly objects: Pick<ObjectStore, "list" | "read">;
  readonly now: () => Date;
}

/**
 * All stored data about one person: what deleting the account deletes. Others are member ids, staff
 * are `staff`, and texts by others are left out.
 */
export async function readPersonalData(member: MemberRecord, deps: PersonalDataDependencies) {
  const { memberId } = member;
  const { log, keys, revealTable, sessions, now } = deps;
  const key = (await keys.load([memberId])).get(memberId);
  const recorded = [
    ...await log.readStream(memberId),
    ...(await log.readBy(memberId)).filter(isBetweenTwo),
  ];
  const events = recorded.map((each) => {
    const event = openEvent(each, key);
    const isOwn = each.actorId === memberId || isBetweenTwo(event);
    return {
      at: new Date(happenedAtMs(event, each)).toISOString(),
      type: event.type,
      by: isOwn ? "member" : isId(each.actorId) ? "staff" : each.actorId,
      facts: event.facts,
      personal: withoutWordsOfOthers(event),
    };
  }).sort((one, other) => one.at.localeCompare(other.at));
  const sinceMs = now().getTime() - revealsStoredDays * dayMs;
  const looks = await revealTable.ofOwner(memberId, { sinceMs, offset: 0, limit: 1_000_000 });
  return {
    exportedAt: now().toISOString(),
    member,
    sessions: (await sessions.list(memberId)).map(({ id: _, ...session }) => session),
    contactsSeenBy: looks.map(({ viewerId, day, contacts }) => ({
      memberId: viewerId,
      day,
      contacts: contactOrder.filter((name) => contacts.includes(name)),
    })),
    events,
    files: await readFiles(memberId, deps),
  };
}

/** A report quotes another member's message, so the quote is left out. */
function withoutWordsOfOthers({ type, personal }: MemberEvent): unknown {
  if (type !== "MessageReported" || personal === null) return personal;
  const { quoted: _, ...own } = personal;
  return own;
}

function isId(actorId: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(actorId);
}

/** Pictures and documents, including old ones not deleted yet. */
async function readFiles(
  memberId: string,
  { objects }: Pick<PersonalDataDependencies, "objects">,
) {
  const files: { readonly name: string; readonly writtenAt: string; readonly base64: string }[] =
    [];
  for (const prefix of prefixesOf(memberId)) {
    for await (const { key, writtenAt } of objects.list(prefix)) {
      const object = await objects.read(key);
      if (object === undefined) continue;
      const bytes = await readAll(object.body, maxUploadBytes);
      files.push({
        name: key,
        writtenAt: writtenAt.toISOString(),
        base64: Buffer.from(bytes).toString("base64"),
      });
    }
  }
  return files;
}
