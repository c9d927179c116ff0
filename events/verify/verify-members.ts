import type { ConnectionRecord } from "../connections/connection.ts";
import { reportClaim } from "../program/report-claim.ts";
import type { Database } from "../database.ts";
import type { Claim, EventLog } from "../log/event-log.ts";
import { claimsOf } from "../members/claims.ts";
import { createPrivateStreams } from "../members/private-streams.ts";
import { isSameJson } from "../members/same-json.ts";
import { checkpointOf, isOf } from "../read/checkpoints.ts";
import { settingsStream } from "../program/setting-events.ts";
import { nothingSet } from "../program/settings.ts";
import { rowOf } from "../read/project.ts";
import type { MemberKeys } from "../vault/keys.ts";
import { type MemberFinding, type Replayed, replayMembers } from "./replay-members.ts";
import type { Finding } from "./verify-log.ts";

export interface VerifyMembersDependencies {
  readonly log: EventLog;
  readonly keys: MemberKeys;
  readonly claimKey: Uint8Array;
  readonly databases: Readonly<Record<"events" | "read", Database>>;
}

const pageSize = 1000;

/**
 * Whether claims and read tables are what the log leads to. Replays the log up to where the read
 * tables are; changes that other processes record meanwhile are left for the next time.
 */
export async function verifyMembers(
  deps: VerifyMembersDependencies,
  report?: (position: number) => void,
): Promise<Finding[]> {
  const checkpoint = await checkpointOf(deps.databases.read);
  const until = checkpoint.position;
  const privateStreams = createPrivateStreams(deps.claimKey);
  const replayed = await replayMembers({ ...deps, privateStreams }, until, report);
  if (!await isOf(deps.log, checkpoint)) {
    // What follows from that says nothing.
    return replayed.findings.length > 0
      ? withoutMembers(replayed.findings)
      : [await otherLog(deps.log, until)];
  }
  // Whoever is changed while this reads is not judged.
  const changedSince = async () =>
    new Set(
      (await deps.databases.events.read(
        "SELECT DISTINCT member_id FROM events WHERE position > ?",
        [until],
      )).map((row) => privateStreams.ownerOf(String(row.member_id)).memberId),
    );
  const findings = [
    ...replayed.findings,
    ...await claimFindings(deps, replayed),
    ...await rowFindings(deps, replayed),
    ...await connectionFindings(deps, replayed),
    ...await settingFindings(deps, replayed),
  ];
  const changed = await changedSince();
  return withoutMembers(findings.filter(({ memberId }) => !changed.has(memberId)));
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

async function claimFindings(
  { databases, claimKey }: VerifyMembersDependencies,
  { members, handled, findings: unopened }: Replayed,
): Promise<MemberFinding[]> {
  const rows = await databases.events.read("SELECT kind, digest, member_id FROM claims");
  const keyOf = ({ kind, digest }: { kind: unknown; digest: unknown }, memberId: unknown) =>
    `${kind}:${digest}:${memberId}`;
  const held = new Map(
    rows.map((row) => [
      keyOf(row as unknown as Claim, row.member_id),
      String(row.member_id),
    ]),
  );
  const unknown = new Set(unopened.map(({ memberId }) => memberId));
  const findings: MemberFinding[] = [];
  for (const [memberId, { member, position }] of members) {
    const record = member.status === "present" ? member.record : undefined;
    for (const claim of claimsOf(claimKey, record)) {
      if (held.delete(keyOf(claim, memberId))) continue;
      findings.push({
        memberId,
        position,
        what: `A claim of the member's ${claim.kind} is missing`,
      });
    }
  }
  for (const { reportId, handlerId } of handled) {
    // Who was erased handled nothing any more, and holds nothing.
    if (members.get(handlerId)?.member.status !== "present") continue;
    if (held.delete(keyOf(reportClaim(claimKey, reportId), handlerId))) continue;
    const position = members.get(handlerId)?.position;
    findings.push({
      memberId: handlerId,
      position,
      what: "A claim of a handled report is missing",
    });
  }
  for (const memberId of held.values()) {
    if (unknown.has(memberId)) continue;
    const position = members.get(memberId)?.position;
    findings.push({ memberId, position, what: "A claim is held that no event accounts for" });
  }
  return findings;
}

async function settingFindings(
  { databases }: VerifyMembersDependencies,
  { settings, findings: unopened }: Replayed,
): Promise<MemberFinding[]> {
  const memberId = settingsStream;
  if (unopened.some((finding) => finding.memberId === memberId)) return [];
  const [row] = await databases.read.read("SELECT record FROM settings");
  const stored = row === undefined ? nothingSet : JSON.parse(String(row.record));
  if (isSameJson(settings, stored)) return [];
  return [{ memberId, position: undefined, what: "The program's settings differ from the log" }];
}

async function connectionFindings(
  { databases }: VerifyMembersDependencies,
  { members, connections, findings: unopened }: Replayed,
): Promise<MemberFinding[]> {
  const unknown = new Set(unopened.map(({ memberId }) => memberId));
  const findings: MemberFinding[] = [];
  const expected = new Map(connections.map((record) => [record.connectionId, record]));
  const note = ({ askerId, mentorId }: ConnectionRecord, what: string) => {
    if (unknown.has(mentorId) || askerId !== null && unknown.has(askerId)) return;
    const memberId = askerId ?? mentorId;
    findings.push({ memberId, position: members.get(memberId)?.position, what });
  };
  for (let after = "";;) {
    const rows = await databases.read.read(
      "SELECT connection_id, record FROM connections WHERE connection_id > ? ORDER BY connection_id LIMIT ?",
      [after, pageSize],
    );
    const last = rows.at(-1);
    if (last === undefined) break;
    for (const row of rows) {
      const record = expected.get(String(row.connection_id));
      expected.delete(String(row.connection_id));
      const stored: ConnectionRecord = JSON.parse(String(row.record));
      if (record === undefined) note(stored, "The read tables have a connection too many");
      else if (!isSameJson(record, stored)) note(record, "A connection differs from the log");
    }
    after = String(last.connection_id);
  }
  for (const record of expected.values()) note(record, "The read tables lack a connection");
  return findings;
}

async function rowFindings(
  { databases }: VerifyMembersDependencies,
  { members, privateCounts, connections, findings: unopened }: Replayed,
): Promise<MemberFinding[]> {
  const unknown = new Set(unopened.map(({ memberId }) => memberId));
  const findings: MemberFinding[] = [];
  const goOn = Map.groupBy(
    connections.filter(({ state, isLeft }) => state === "accepted" && !isLeft),
    ({ mentorId }) => mentorId,
  );
  const unseen = new Set(members.keys());
  for (let after = "";;) {
    const rows = await databases.read.read(
      "SELECT * FROM members WHERE member_id > ? ORDER BY member_id LIMIT ?",
      [after, pageSize],
    );
    const last = rows.at(-1);
    if (last === undefined) break;
    for (const row of rows) {
      const memberId = String(row.member_id);
      if (unknown.has(memberId)) continue;
      const expected = members.get(memberId);
      unseen.delete(memberId);
      const isSame = expected !== undefined &&
        Object.entries(rowOf(expected)).every(([column, value]) => row[column] === value) &&
        row.private_count === (privateCounts.get(memberId) ?? 0) &&
        (unopened.length > 0 || row.conversations === (goOn.get(memberId)?.length ?? 0));
      if (isSame) continue;
      const position = expected?.position;
      findings.push({ memberId, position, what: "The read tables differ from the log" });
    }
    after = String(last.member_id);
  }
  for (const memberId of unseen) {
    const position = members.get(memberId)?.position;
    findings.push({ memberId, position, what: "The read tables lack a member" });
  }
  return findings;
}
