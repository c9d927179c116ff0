/**
 * Events as reports read them: clear facts alone, in order, without types that nothing here counts.
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

/** What a report needs of the log's database. */
export interface LogDatabase {
  read(sql: string, args?: number[]): Promise<readonly Row[]>;
}

/** Types that reports pass over. Others that this version does not know are read, and refused. */
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

/** Positions that are read at once: they take a few milliseconds. */
export const pagePositions = 2000;

/** Events of a span of positions, without those that are passed over. */
export const countedRows =
  `SELECT position, member_id, actor_id, type, schema_version, at_ms, facts FROM events
  WHERE position > ? AND position <= ? AND type NOT IN (${
    [...passedOver, "RequestsCounted"].map((type) => `'${type}'`).join(", ")
  })
  ORDER BY position`;

/**
 * Pages of events up to a position, in order.
 *
 * @throws {UnknownEvent} When this version does not know one of them.
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

/** @throws {ReportError} Where somebody has written into the file. */
function factsOf({ position, facts }: Row): Json {
  try {
    return JSON.parse(String(facts));
  } catch {
    throw new ReportError(`The facts of the event at log position ${position} can't be read`);
  }
}

/** A day's counts, and where the log has them. */
export interface CountedDay {
  readonly day: string;
  readonly position: number;
  readonly counts: ReturnType<typeof countsOf>;
}

/** Requests by day as the service counted them, up to a position; the days ascend. */
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
