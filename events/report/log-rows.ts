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

/** What a report needs of the log's database. */
export interface LogDatabase {
  read(sql: string, args?: number[]): Promise<readonly Readonly<Record<string, unknown>>[]>;
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
export const countedRows = `SELECT * FROM events
  WHERE position > ? AND position <= ? AND type NOT IN (${
  [...passedOver, "RequestsCounted"].map((type) => `'${type}'`).join(", ")
})
  ORDER BY position`;

/** A page as one JSON text: libSQL hands out one large value faster than as many rows. */
const selectPage = `SELECT '[' || ifnull(group_concat(format('[%d,"%s","%s",%d,%d,%s,%s]',
    position, member_id, type, schema_version, at_ms, facts,
    iif(type = 'MemberRegistered', json_quote(actor_id), 'null'))), '') || ']' AS events
  FROM (${countedRows})`;

type Packed = [
  position: number,
  memberId: string,
  type: string,
  schemaVersion: number,
  atMs: number,
  facts: Json,
  actorId: string | null,
];

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
  try {
    const [row] = await database.read(selectPage, [after, upTo]);
    return (JSON.parse(String(row?.events)) as Packed[]).map(eventOf);
  } catch (error) {
    // Somebody may have written into the file.
    if (!(error instanceof SyntaxError)) throw error;
    throw new ReportError(
      `The facts of an event between log positions ${after + 1} and ${upTo} can't be read`,
    );
  }
}

function eventOf(packed: Packed): LoggedEvent {
  const [position, memberId, storedAs, schemaVersion, atMs, stored, actorId] = packed;
  const { type, facts } = upcast({
    position,
    type: storedAs,
    schemaVersion,
    facts: stored,
    personal: null,
  });
  return { position, memberId, actorId: actorId ?? memberId, atMs, type, facts } as LoggedEvent;
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
