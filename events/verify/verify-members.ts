import type { ConnectionRecord } from "../connections/connection.ts";
import { reportClaim } from "../program/report-claim.ts";
import { type Database, openDatabase, type Row } from "../database.ts";
import type { EventLog } from "../log/event-log.ts";
import { claimsOf } from "../members/claims.ts";
import { createPrivateStreams } from "../members/private-streams.ts";
import { isSameJson } from "../members/same-json.ts";
import { checkpointOf, isOf } from "../read/checkpoints.ts";
import { follow, type FollowDependencies } from "../read/follow.ts";
import { recordOf } from "../read/members.ts";
import { openTables } from "../read/open-tables.ts";
import { projection } from "../read/projection.ts";
import { settingsStream } from "../program/setting-events.ts";
import type { MemberKeys } from "../vault/keys.ts";
import { type MemberFinding, type OpenedEvents, openEvents } from "./open-events.ts";
import type { Finding } from "./verify-log.ts";

export interface VerifyMembersDependencies {
  readonly log: EventLog;
  readonly keys: MemberKeys;
  readonly claimKey: Uint8Array;
  readonly databases: Readonly<Record<"events" | "read", Database>>;
}

/**
 * Whether claims and read tables are what the log leads to: tables that are built of it in memory, up to where the
 * read tables are. Changes that other processes record in the meantime are left for the next time.
 */
export async function verifyMembers(
  deps: VerifyMembersDependencies,
  report?: (position: number) => void,
): Promise<Finding[]> {
  const { log, databases } = deps;
  const checkpoint = await checkpointOf(databases.read);
  const until = checkpoint.position;
  const privateStreams = createPrivateStreams(deps.claimKey);
  const opened = await openEvents({ ...deps, privateStreams }, until, report);
  if (!await isOf(log, checkpoint)) {
    // Consequences of an earlier finding say nothing new.
    return opened.findings.length > 0
      ? withoutMembers(opened.findings)
      : [await otherLog(log, until)];
  }
  const unknown = new Set(opened.findings.map(({ memberId }) => memberId));
  const ownerOf = (stream: string) => privateStreams.ownerOf(stream).memberId;
  const isKnown = (stream: string) => !unknown.has(ownerOf(stream));
  const built = await openDatabase({ url: "file::memory:", durability: "normal" });
  try {
    await openTables(built, projection);
    const upTo = upToThere(log, until, isKnown);
    await follow({ ...deps, privateStreams, log: upTo, database: built });
    const members = await rowsOf(built, "members");
    const claims = await databases.events.read("SELECT kind, digest, member_id FROM claims");
    const isSameSettings = unknown.has(settingsStream) ||
      isSameJson(await settingsOf(built), await settingsOf(databases.read));
    const findings = [
      ...opened.findings,
      ...claimFindings(claims, members, opened, deps.claimKey),
      ...rowFindings(await rowsOf(databases.read, "members"), members, unknown),
      ...connectionFindings(
        await rowsOf(databases.read, "connections"),
        await rowsOf(built, "connections"),
        ...[members, unknown] as const,
      ),
      ...isSameSettings
        ? []
        : [about(members, settingsStream, "The program's settings differ from the log")],
    ];
    // Members who change during the check are skipped.
    const rows = await databases.events.read(
      "SELECT DISTINCT member_id FROM events WHERE position > ?",
      [until],
    );
    const changed = new Set(rows.map((row) => ownerOf(String(row.member_id))));
    return withoutMembers(findings.filter(({ memberId }) => !changed.has(memberId)));
  } finally {
    built.close();
  }
}

function withoutMembers(findings: readonly MemberFinding[]): Finding[] {
  return findings.map(({ position, what }) => ({ position, what }));
}

async function otherLog(log: Pick<EventLog, "lastPosition">, until: number): Promise<Finding> {
  const position = await log.lastPosition();
  const what = position < until
    ? `The log ends here, but the read tables hold events up to position ${until}: its end ` +
      "was cut off, or it was restored"
    : "The event is not the one that the read tables hold: an older log went on in another way";
  return { position: Math.min(position, until), what };
}

/** The log as if it ended at a position, without streams that can't be opened. */
function upToThere(
  log: EventLog,
  until: number,
  isKnown: (stream: string) => boolean,
): FollowDependencies["log"] {
  return {
    ...log,
    lastPosition: async () => until,
    async read({ after, limit }) {
      for (let from = after;;) {
        const page = await log.read({ after: from, limit });
        const wanted = page.filter(({ position, memberId }) =>
          position <= until && isKnown(memberId)
        );
        from = page.at(-1)?.position ?? until;
        if (wanted.length > 0 || from >= until) return wanted;
      }
    },
  };
}

type Rows = ReadonlyMap<string, Row>;

async function rowsOf(database: Database, table: "members" | "connections"): Promise<Rows> {
  const key = table === "members" ? "member_id" : "connection_id";
  const rows = await database.read(`SELECT * FROM ${table} ORDER BY ${key}`);
  return new Map(rows.map((row) => [String(row[key]), row]));
}

/** A finding about a member, at their last event. */
function about(members: Rows, memberId: string, what: string): MemberFinding {
  const row = members.get(memberId);
  return { memberId, position: row && Number(row.position), what };
}

function claimFindings(
  claims: readonly Row[],
  members: Rows,
  { handled, findings }: OpenedEvents,
  claimKey: Uint8Array,
): MemberFinding[] {
  const unknown = new Set(findings.map(({ memberId }) => memberId));
  const keyOf = ({ kind, digest }: { kind: unknown; digest: unknown }, memberId: unknown) =>
    `${kind}:${digest}:${memberId}`;
  const held = new Map(claims.map((row) => [
    keyOf({ kind: row.kind, digest: row.digest }, row.member_id),
    String(row.member_id),
  ]));
  const expected = [...members].flatMap(([memberId, row]) =>
    claimsOf(claimKey, recordOf(row)).map((claim) => ({
      ...{ claim, memberId },
      what: `A claim of the member's ${claim.kind} is missing`,
    }))
  );
  // An erased member has no handled reports and no claims.
  const ofReports = handled.filter(({ handlerId }) => members.get(handlerId)?.record != null)
    .map(({ reportId, handlerId }) => ({
      ...{ claim: reportClaim(claimKey, reportId), memberId: handlerId },
      what: "A claim of a handled report is missing",
    }));
  return [
    ...[...expected, ...ofReports]
      .filter(({ claim, memberId }) => !held.delete(keyOf(claim, memberId)))
      .map(({ memberId, what }) => about(members, memberId, what)),
    ...[...held.values()].filter((memberId) => !unknown.has(memberId))
      .map((memberId) => about(members, memberId, "A claim is held that no event accounts for")),
  ];
}

function rowFindings(stored: Rows, members: Rows, unknown: ReadonlySet<string>): MemberFinding[] {
  // The log doesn't show when others changed a row, nor connections with unreadable members.
  const isCompared = (column: string) =>
    column !== "changed_position" && (column !== "conversations" || unknown.size === 0);
  const isSame = (row: Row, expected: Row | undefined) =>
    expected !== undefined &&
    Object.keys(expected).filter(isCompared).every((column) => row[column] === expected[column]);
  return [
    ...[...stored]
      .filter(([memberId, row]) => !unknown.has(memberId) && !isSame(row, members.get(memberId)))
      .map(([memberId]) => about(members, memberId, "The read tables differ from the log")),
    ...[...members.keys()].filter((memberId) => !stored.has(memberId))
      .map((memberId) => about(members, memberId, "The read tables lack a member")),
  ];
}

function connectionFindings(
  stored: Rows,
  expected: Rows,
  members: Rows,
  unknown: ReadonlySet<string>,
): MemberFinding[] {
  const parsed = (row: Row | undefined): ConnectionRecord | undefined =>
    row && JSON.parse(String(row.record));
  return [...new Set([...stored.keys(), ...expected.keys()])].flatMap((connectionId) => {
    const [is, shouldBe] = [parsed(stored.get(connectionId)), parsed(expected.get(connectionId))];
    const { askerId = null, mentorId = "" } = shouldBe ?? is ?? {};
    if (unknown.has(mentorId) || askerId !== null && unknown.has(askerId)) return [];
    if (is !== undefined && shouldBe !== undefined && isSameJson(is, shouldBe)) return [];
    const what = shouldBe === undefined
      ? "The read tables have a connection too many"
      : is === undefined
      ? "The read tables lack a connection"
      : "A connection differs from the log";
    return [about(members, askerId ?? mentorId, what)];
  });
}

async function settingsOf(database: Database): Promise<unknown> {
  const [row] = await database.read("SELECT record FROM settings");
  return row === undefined ? null : JSON.parse(String(row.record));
}
