import type { ConnectionRecord } from "../connections/connection.ts";
import { type Database, openDatabase, type Row } from "../database.ts";
import type { EventLog } from "../log/event-log.ts";
import { claimsOf, reportClaim } from "../members/claims.ts";
import { createPrivateStreams } from "../members/private-streams.ts";
import { isSameJson } from "../members/same-json.ts";
import { settingsStream } from "../program/setting-events.ts";
import { checkpointOf, isTableOf } from "../read/checkpoints.ts";
import { follow, type FollowDependencies } from "../read/follow.ts";
import { recordOf } from "../read/members.ts";
import { openTables } from "../read/open-tables.ts";
import { projection } from "../read/projection.ts";
import type { MemberKeys } from "../vault/keys.ts";
import { type MemberFinding, type OpenedEvents, openEvents } from "./open-events.ts";
import type { Finding } from "./verify-log.ts";

/** Compares claims and read tables with new ones made from the log. Skips concurrent changes. */
export async function verifyMembers(
  deps: {
    readonly log: EventLog;
    readonly keys: MemberKeys;
    readonly claimKey: Uint8Array;
    readonly databases: Readonly<Record<"events" | "read", Database>>;
  },
  report?: (position: number) => void,
): Promise<Finding[]> {
  const { log, databases: { events, read } } = deps;
  const checkpoint = await checkpointOf(read);
  const until = checkpoint.position;
  const privateStreams = createPrivateStreams(deps.claimKey);
  const opened = await openEvents({ ...deps, privateStreams }, until, report);
  if (!await isTableOf(log, checkpoint)) {
    // Consequences of an earlier finding are left out.
    return opened.findings.length > 0 ? anonymous(opened.findings) : [await otherLog(log, until)];
  }
  const unknown = new Set(opened.findings.map(({ memberId }) => memberId));
  const ownerOf = (stream: string) => privateStreams.ownerOf(stream).memberId;
  const built = await openDatabase({ url: "file::memory:", durability: "normal" });
  try {
    await openTables(built, projection);
    const upTo = logUpTo(log, until, (stream) => !unknown.has(ownerOf(stream)));
    await follow({ ...deps, privateStreams, log: upTo, database: built });
    const members = await rowsOf(built, "members");
    const claims = await events.read("SELECT kind, digest, member_id FROM claims");
    const differences = [
      ...claimDifferences(claims, members, opened, deps.claimKey),
      ...memberDifferences(await rowsOf(read, "members"), members, unknown),
      ...connectionDifferences(
        await rowsOf(read, "connections"),
        await rowsOf(built, "connections"),
      ),
      ...isSameJson(await settingsOf(built), await settingsOf(read))
        ? []
        : [{ of: [settingsStream], what: "The program's settings differ from the log" }],
    ];
    const findings = differences.filter(({ of }) => !of.some((memberId) => unknown.has(memberId)))
      .map(({ of: [memberId = ""], what }) => {
        const row = members.get(memberId);
        return { memberId, position: row && Number(row.position), what };
      });
    // Members who change during the check are skipped.
    const later = await events.read("SELECT DISTINCT member_id FROM events WHERE position > ?", [
      until,
    ]);
    const changed = new Set(later.map((row) => ownerOf(String(row.member_id))));
    return anonymous(
      [...opened.findings, ...findings].filter(({ memberId }) => !changed.has(memberId)),
    );
  } finally {
    built.close();
  }
}

function anonymous(findings: readonly MemberFinding[]): Finding[] {
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
function logUpTo(
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

interface Difference {
  /** Members whom it is about: it is skipped if one's events can't be opened. */
  readonly of: readonly string[];
  readonly what: string;
}

type Rows = ReadonlyMap<string, Row>;

async function rowsOf(database: Database, table: "members" | "connections"): Promise<Rows> {
  const key = table === "members" ? "member_id" : "connection_id";
  const rows = await database.read(`SELECT * FROM ${table} ORDER BY ${key}`);
  return new Map(rows.map((row) => [String(row[key]), row]));
}

async function settingsOf(database: Database): Promise<unknown> {
  const [row] = await database.read("SELECT record FROM settings");
  return row === undefined ? null : JSON.parse(String(row.record));
}

function claimDifferences(
  claims: readonly Row[],
  members: Rows,
  { handled }: OpenedEvents,
  claimKey: Uint8Array,
): Difference[] {
  const held = new Map(claims.map(({ kind, digest, member_id }) => [
    `${kind}:${digest}:${member_id}`,
    String(member_id),
  ]));
  const expected = [...members].flatMap(([memberId, row]) =>
    claimsOf(claimKey, recordOf(row)).map((claim) => ({
      ...{ claim, memberId },
      what: `A claim of the member's ${claim.kind} is missing`,
    }))
  );
  const ofReports = handled.filter(({ handlerId }) => members.get(handlerId)?.record != null)
    .map(({ reportId, handlerId }) => ({
      ...{ claim: reportClaim(claimKey, reportId), memberId: handlerId },
      what: "A claim of a handled report is missing",
    }));
  const missing = [...expected, ...ofReports].filter(({ claim, memberId }) =>
    !held.delete(`${claim.kind}:${claim.digest}:${memberId}`)
  );
  const what = "A claim is held that no event accounts for";
  return [
    ...missing.map(({ memberId, what }) => ({ of: [memberId], what })),
    ...[...held.values()].map((memberId) => ({ of: [memberId], what })),
  ];
}

function memberDifferences(
  stored: Rows,
  expected: Rows,
  unknown: ReadonlySet<string>,
): Difference[] {
  // The log doesn't show when others changed a row, nor connections with unreadable members.
  const isCompared = (column: string) =>
    column !== "changed_position" && (column !== "conversations" || unknown.size === 0);
  return [...new Set([...stored.keys(), ...expected.keys()])].flatMap((memberId) => {
    const [row, shouldBe] = [stored.get(memberId), expected.get(memberId)];
    if (row === undefined) return [{ of: [memberId], what: "The read tables lack a member" }];
    const isSame = shouldBe !== undefined &&
      Object.keys(shouldBe).filter(isCompared).every((column) => row[column] === shouldBe[column]);
    return isSame ? [] : [{ of: [memberId], what: "The read tables differ from the log" }];
  });
}

function connectionDifferences(stored: Rows, expected: Rows): Difference[] {
  const parsed = (row: Row | undefined): ConnectionRecord | undefined =>
    row && JSON.parse(String(row.record));
  return [...new Set([...stored.keys(), ...expected.keys()])].flatMap((connectionId) => {
    const [is, shouldBe] = [parsed(stored.get(connectionId)), parsed(expected.get(connectionId))];
    const { askerId = null, mentorId = "" } = shouldBe ?? is ?? {};
    if (is !== undefined && shouldBe !== undefined && isSameJson(is, shouldBe)) return [];
    const what = shouldBe === undefined
      ? "The read tables have a connection too many"
      : is === undefined
      ? "The read tables lack a connection"
      : "A connection differs from the log";
    return [{ of: askerId === null ? [mentorId] : [askerId, mentorId], what }];
  });
}
