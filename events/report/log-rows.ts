/**
 * Events for reports: clear facts only, in order, without types that no statistic counts.
 *
 * @module
 */
import { countsStream } from "../connections/count-events.ts";
import type { Json } from "../log/event-log.ts";
import type { MemberEventType } from "../members/events.ts";
import { upcast } from "../members/upcast.ts";
import type { LoggedEvent } from "./people.ts";
import { ReportError } from "./report-error.ts";
import { type CountedDays, countsOf } from "./request-days.ts";

type Row = Readonly<Record<string, unknown>>;

/** The part of the log's database that a report needs. */
export interface LogDatabase {
  read(sql: string, args?: number[]): Promise<readonly Row[]>;
}

/** Types that reports skip. Other types unknown to this version are read, and refused. */
const passedOver = [
  "AccountDetailsChanged",
  "PasswordChanged",
  "PasswordLinkMade",
  "DataExported",
  "ContactAudiencesChanged",
  "ProfileImageChanged",
  "StaffNoticesChanged",
  "MessageSent",
  "ConnectionReminded",
  "MessagesForgotten",
  "MemberBlocked",
  "MemberUnblocked",
  "ContactRevealed",
  "MessageReported",
  "CadreConfirmed",
  "CadreUnconfirmed",
  "ReportHandled",
  "SettingsChanged",
  "AnnouncementMade",
  "AnnouncementEnded",
  "RevealKept",
  "DetailsOffered",
  "OfferDismissed",
  "InvitationRenewed",
  "InvitationBounced",
] as const satisfies readonly MemberEventType[];

/** How many positions are read at once, which takes a few milliseconds. */
export const pagePositions = 2000;

/** Counted events in a range of positions. */
export const countedRows =
  `SELECT position, member_id, actor_id, type, schema_version, at_ms, facts FROM events
  WHERE position > ? AND position <= ? AND type NOT IN (${
    [...passedOver, "RequestsCounted"].map((type) => `'${type}'`).join(", ")
  })
  ORDER BY position`;

/**
 * Pages of events up to a position, in order.
 *
 * @throws {UnknownEvent} When this version doesn't know one of them.
 * @throws {ReportError} When the facts of one of them can't be read.
 */
export async function* readEvents(
  database: LogDatabase,
  position: number,
): AsyncGenerator<readonly LoggedEvent[]> {
  for (let after = 0; after < position; after += pagePositions) {
    yield await readPage(database, after, Math.min(after + pagePositions, position));
  }
}

async function readPage(database: LogDatabase, after: number, upTo: number) {
  const rows = await database.read(countedRows, [after, upTo]);
  return rows.map(eventOf);
}

function eventOf(row: Row): LoggedEvent {
  const position = Number(row.position);
  const { type, facts } = upcast({
    position,
    type: String(row.type),
    schemaVersion: Number(row.schema_version),
    facts: factsOf(row),
    personal: null,
  });
  return {
    position,
    memberId: String(row.member_id),
    actorId: String(row.actor_id),
    atMs: Number(row.at_ms),
    type,
    facts,
  } as LoggedEvent;
}

/** @throws {ReportError} When the file was tampered with. */
function factsOf({ position, facts }: Row): Json {
  try {
    return JSON.parse(String(facts));
  } catch {
    throw new ReportError(`The facts of the event at log position ${position} can't be read`);
  }
}

/** A day's counts, and their log position. */
export interface CountedDay {
  readonly day: string;
  readonly position: number;
  readonly counts: ReturnType<typeof countsOf>;
}

/** Counts of requests by day, up to a position; days ascend. */
export async function readCountedDays(
  database: LogDatabase,
  position: number,
): Promise<readonly CountedDay[]> {
  const rows = await database.read(
    `SELECT position, facts FROM events
     WHERE member_id = '${countsStream}' AND type = 'RequestsCounted' AND position <= ?
     ORDER BY version`,
    [position],
  );
  return rows.map((row) => {
    const facts = JSON.parse(String(row.facts)) as { readonly day: string };
    return { day: facts.day, position: Number(row.position), counts: countsOf(facts) };
  });
}

export const countedDaysOf = (days: readonly CountedDay[]): CountedDays =>
  new Map(days.map(({ day, counts }) => [day, counts]));
