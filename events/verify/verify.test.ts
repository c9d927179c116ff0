import { join } from "node:path";
import { createClient } from "@libsql/client";
import { describe, expect, it } from "vitest";
import { digest, hashOf } from "../log/chain.ts";
import { emptyStream } from "../log/event-log.ts";
import { changedDatabase } from "../testing/database.ts";
import { profileFieldsWith, register } from "../testing/members.ts";
import { cause, openSystem, secrets, type System } from "../testing/system.ts";
import { tamper } from "../testing/tamper.ts";
import { signHead, verifyHead } from "./head.ts";
import { verifyLog } from "./verify-log.ts";
import { verifyMembers } from "./verify-members.ts";

/** Three members with two events each, positions 1 to 6. */
async function systemWithHistory(): Promise<System> {
  const system = await openSystem();
  for (const name of ["pat", "kim", "lee"]) {
    await system.members.execute(name, register({ username: name }), cause);
    const create = { type: "CreateProfile", fields: profileFieldsWith() } as const;
    await system.members.execute(name, create, cause);
  }
  await system.readModel.catchUp();
  return system;
}

async function findingsOf(system: System) {
  return (await verifyLog(system.databases.events)).findings;
}

async function memberFindings(system: System) {
  return await verifyMembers({ ...system, keys: system.vault.keys, claimKey: secrets.claimKey });
}

/** The same, with a head that was signed then. */
async function withSignedHead() {
  const system = await systemWithHistory();
  const { head } = await verifyLog(system.databases.events);
  const signed = signHead(head, new Date(0), secrets.claimKey);
  const compare = (head = signed, secret = secrets.claimKey) =>
    verifyHead(system.databases.events, head, secret);
  return { system, signed, compare };
}

describe("verifying the log", () => {
  it("finds nothing in a log as it was recorded, erasures included, or an empty one", async () => {
    expect(await findingsOf(await openSystem())).toEqual([]);
    const system = await systemWithHistory();
    await system.members.execute("kim", { type: "Erase" }, cause);
    await system.vault.forget("kim");
    expect(await verifyLog(system.databases.events)).toMatchObject({
      findings: [],
      head: { position: 7 },
    });
  });

  it("finds nothing when others record while it ends", async () => {
    const system = await systemWithHistory();
    const { events } = system.databases;
    const newcomer = register({ username: "new" });
    let isRecorded = false;
    const whileOthersRecord = changedDatabase(events, {
      async read(...asked: Parameters<typeof events.read>) {
        const rows = await events.read(...asked);
        const isLast = rows.length === 0 && !isRecorded;
        if (isLast) await system.members.execute("new", newcomer, cause);
        isRecorded ||= isLast;
        return rows;
      },
    });
    expect((await verifyLog(whileOthersRecord)).findings).toEqual([]);
    expect(isRecorded).toBe(true);
  });

  it.each<[string, string | string[], number]>([
    ["a flipped fact", 'UPDATE events SET facts = \'{"role":"cadre"}\' WHERE position = 3', 3],
    ["facts that are no JSON", "UPDATE events SET facts = '{' WHERE position = 3", 3],
    ["a flipped hash", `UPDATE events SET hash = '${"0".repeat(64)}' WHERE position = 5`, 5],
    ["another time", "UPDATE events SET at_ms = at_ms + 1 WHERE position = 2", 2],
    ["another member", "UPDATE events SET member_id = 'sam' WHERE position = 3", 3],
    ["an unknown type", "UPDATE events SET type = 'Nonsense' WHERE position = 4", 4],
    ["a changed payload", "UPDATE sealed_payloads SET payload = x'00' WHERE position = 2", 2],
    ["a missing payload", "DELETE FROM sealed_payloads WHERE position = 6", 6],
    [
      "a flipped link",
      `UPDATE events SET previous_hash = '${"0".repeat(64)}' WHERE position = 4`,
      4,
    ],
    ["another actor", "UPDATE events SET actor_id = 'sam' WHERE position = 5", 5],
    [
      "a payload that an erasure would leave",
      "UPDATE sealed_payloads SET member_id = 'sam' WHERE position = 4",
      4,
    ],
    [
      "two payloads that were swapped",
      `UPDATE sealed_payloads SET payload = (SELECT payload FROM sealed_payloads s
       WHERE s.position = 3) WHERE position = 1`,
      1,
    ],
    [
      "an event that is there twice",
      `INSERT INTO events SELECT 7, 'copy', member_id, version + 1, type, schema_version,
       (SELECT max(at_ms) FROM events), actor_id, correlation_id, causation_id, facts, NULL,
       hash, hash FROM events WHERE position = 2`,
      7,
    ],
    [
      "a swap",
      [
        "UPDATE events SET facts = (SELECT facts FROM events WHERE position = 4) WHERE position = 2",
        "UPDATE events SET position = 99 WHERE position = 3",
        "UPDATE events SET position = 3 WHERE position = 5",
        "UPDATE events SET position = 5 WHERE position = 99",
      ],
      3,
    ],
  ])("names the position of %s", async (_, statements, position) => {
    const system = await systemWithHistory();
    await tamper(system, ...[statements].flat());
    expect((await findingsOf(system))[0]?.position).toBe(position);
    // What is before a page is looked up, not remembered.
    const { findings } = await verifyLog(system.databases.events, { pageSize: 1 });
    expect(findings[0]?.position).toBe(position);
  });

  it("begins where it is told to, with what was before", async () => {
    const system = await systemWithHistory();
    await tamper(
      system,
      "UPDATE events SET actor_id = 'sam' WHERE position IN (2, 6)",
    );
    const from = async (after: number) =>
      (await verifyLog(system.databases.events, { after })).findings.map((one) => one.position);
    expect(await from(1)).toEqual([2, 6]);
    expect(await from(4)).toEqual([6]);
    expect(await from(6)).toEqual([]);
  });

  it("finds the payload of an event that there is not", async () => {
    const system = await systemWithHistory();
    // Another tool, which knows nothing of the tables' rules.
    const tool = createClient({ url: `file:${join(system.folder, "events.db")}`, concurrency: 1 });
    await tool.execute("PRAGMA foreign_keys = OFF");
    await tool.execute("INSERT INTO sealed_payloads VALUES (9, 'pat', x'00')");
    tool.close();
    expect(await findingsOf(system)).toEqual([{
      position: 9,
      what: "There is a sealed payload of an event that is not there",
    }]);
  });

  it("names the gap that a dropped event leaves", async () => {
    const system = await systemWithHistory();
    await tamper(
      system,
      "DELETE FROM sealed_payloads WHERE position = 3",
      "DELETE FROM events WHERE position = 3",
    );
    expect((await findingsOf(system))[0]).toEqual({
      position: 4,
      what: "The events after position 2 are missing",
    });
  });

  it("notices a cut end, and with a signed head also one whose count was cut, too", async () => {
    const { system, compare } = await withSignedHead();
    expect(await compare()).toEqual([]);
    await tamper(
      system,
      "DELETE FROM sealed_payloads WHERE position = 6",
      "DELETE FROM events WHERE position = 6",
    );
    expect((await findingsOf(system))[0]?.what).toContain("up to position 6, are missing");
    await tamper(system, "UPDATE sqlite_sequence SET seq = 5 WHERE name = 'events'");
    expect(await findingsOf(system)).toEqual([]);
    expect((await compare())[0]?.what)
      .toContain(
        "reached position 6",
      );
  });

  it("still fits a signed head after more was recorded", async () => {
    const { system, signed, compare } = await withSignedHead();
    await system.members.execute("pat", { type: "SelectRole", role: "cadet" }, cause);
    expect(await compare()).toEqual([]);
    expect(await compare(signed, secrets.kek)).toHaveLength(1);
    const forged = { ...signed, digest: "0".repeat(64) };
    expect(await compare(forged)).toHaveLength(1);
  });
});

describe("verifying claims and read tables", () => {
  it("finds nothing where they follow from the log", async () => {
    const system = await systemWithHistory();
    await system.members.execute("kim", { type: "Erase" }, cause);
    await system.readModel.catchUp();
    expect(await memberFindings(system)).toEqual([]);
  });

  it("finds claims that are missing, changed or made up, by the member's last event", async () => {
    const system = await systemWithHistory();
    await tamper(
      system,
      "DELETE FROM claims WHERE member_id = 'pat' AND kind = 'email'",
      "UPDATE claims SET digest = 'ff' WHERE member_id = 'kim' AND kind = 'username'",
    );
    expect(await memberFindings(system)).toEqual([
      { position: 4, what: "A claim of the member's username is missing" },
      { position: 2, what: "A claim of the member's email is missing" },
      { position: 4, what: "A claim is held that no event accounts for" },
    ]);
  });

  it("finds that the log's end was cut off, from what the read tables have", async () => {
    const system = await systemWithHistory();
    await tamper(
      system,
      "DELETE FROM sealed_payloads WHERE position > 4",
      "DELETE FROM claims WHERE member_id = 'lee'",
      "DELETE FROM events WHERE position > 4",
      "UPDATE sqlite_sequence SET seq = 4 WHERE name = 'events'",
    );
    expect(await findingsOf(system)).toEqual([]);
    expect((await memberFindings(system))[0]).toEqual({
      position: 4,
      what:
        "The log ends here, but the read tables hold events up to position 6: its end was cut " +
        "off, or it was restored",
    });
  });

  it("finds a payload that was replaced together with every hash", async () => {
    const system = await systemWithHistory();
    const [first, second] = await system.log.readStream("lee");
    if (first === undefined || second === undefined) throw new Error("Lee has no history");
    const forged = new Uint8Array(first.sealed?.length ?? 0).fill(7);
    const one = { ...first, sealed: forged, sealedDigest: digest(forged) };
    const oneHash = hashOf(one, emptyStream.hash);
    const twoHash = hashOf(second, oneHash);
    await tamper(
      system,
      `UPDATE sealed_payloads SET payload = x'${Buffer.from(forged).toString("hex")}'
       WHERE position = ${first.position}`,
      `UPDATE events SET sealed_digest = '${one.sealedDigest}', hash = '${oneHash}'
       WHERE position = ${first.position}`,
      `UPDATE events SET previous_hash = '${oneHash}', hash = '${twoHash}'
       WHERE position = ${second.position}`,
    );
    expect(await findingsOf(system)).toEqual([]);
    expect(await memberFindings(system)).toEqual([{
      position: 5,
      what: "The sealed payload can't be opened with the member's key",
    }]);
  });

  it.each([
    ["flipped", "wrapped_key = zeroblob(60)", "The member's key in the vault is not what it was"],
    [
      "another member's",
      "wrapped_key = (SELECT wrapped_key FROM member_keys WHERE member_id = 'lee')",
      "The member's key in the vault is not what it was",
    ],
    ["taken away", "member_id = 'sam'", "The member's key is missing in the vault"],
  ])("finds a key that was %s, by the first event that it is for", async (_, change, what) => {
    const system = await systemWithHistory();
    await system.databases.vault.write([
      { sql: `UPDATE member_keys SET ${change} WHERE member_id = 'kim'` },
    ]);
    expect(await memberFindings(system)).toEqual([{ position: 3, what }]);
  });

  it("finds rows that differ, are missing or are made up", async () => {
    const system = await systemWithHistory();
    await system.databases.read.write([
      {
        sql:
          "UPDATE members SET record = replace(record, 'Aviation', 'Armor') WHERE member_id = 'pat'",
      },
      { sql: "DELETE FROM members WHERE member_id = 'kim'" },
      { sql: "INSERT INTO members (member_id, position) VALUES ('sam', 99)" },
    ]);
    expect((await memberFindings(system)).map(({ what }) => what)).toEqual([
      "The read tables differ from the log",
      "The read tables differ from the log",
      "The read tables lack a member",
    ]);
  });
});
