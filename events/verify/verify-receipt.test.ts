import { describe, expect, it } from "vitest";
import { register } from "../testing/members.ts";
import { cause, openSystem, secrets, type System } from "../testing/system.ts";
import { forge } from "../testing/forge.ts";
import { repeatCauses } from "../members/erasure-id.ts";
import { tamper } from "../testing/tamper.ts";
import { type ErasureReceipt, issueReceipt } from "./receipt.ts";
import { type Check, verifyReceipt } from "./verify-receipt.ts";

const secret = secrets.claimKey;

/** Two members, of whom the first is erased; the receipt of it. */
async function erased(): Promise<{ system: System; receipt: ErasureReceipt }> {
  const system = await openSystem();
  for (const name of ["pat", "kim"]) {
    await system.members.execute(name, register({ username: name }), cause);
  }
  await system.members.execute("pat", { type: "Erase" }, cause);
  await system.vault.forget("pat");
  await system.readModel.catchUp();
  const [, erasure] = await system.log.readStream("pat");
  if (erasure === undefined) throw new Error("Nothing was erased");
  return { system, receipt: issueReceipt(erasure, secret) };
}

/** What is not true, in words. */
async function wrongWith(system: System, receipt: ErasureReceipt) {
  const verdict = await verifyReceipt({ databases: system.databases, secret }, receipt);
  if (verdict.is !== "genuine") throw new Error(`It is ${verdict.is}`);
  return verdict.checks.filter(({ isTrue }: Check) => !isTrue).map(({ what, why }) =>
    `${what}: ${why}`
  );
}

describe("a receipt", () => {
  it("is confirmed, also after more was recorded and a rebuild", async () => {
    const { system, receipt } = await erased();
    expect(await wrongWith(system, receipt)).toEqual([]);
    await system.members.execute("kim", { type: "SelectRole", role: "cadet" }, cause);
    await system.readModel.rebuild();
    expect(await wrongWith(system, receipt)).toEqual([]);
  });

  it("that was altered or forged is told from one that is genuine", async () => {
    const { system, receipt } = await erased();
    const verdictOf = async (changed: ErasureReceipt) =>
      (await verifyReceipt({ databases: system.databases, secret }, changed)).is;
    expect(await verdictOf({ ...receipt, position: 2 })).toBe("altered");
    expect(await verdictOf({ ...receipt, at: "2020-01-01T00:00:00.000Z" })).toBe("altered");
    expect(await verdictOf({ ...receipt, erasureId: crypto.randomUUID() })).toBe("forged");
    const [registration] = await system.log.readStream("kim");
    if (registration === undefined) throw new Error("No one registered");
    // Knowing an event of the log does not make a receipt.
    expect(await verdictOf(issueReceipt(registration, secrets.kek))).toBe("forged");
  });

  it.each<[string, "events" | "vault" | "read", string]>([
    ["sealed payload", "events", "INSERT INTO sealed_payloads VALUES (1, 'pat', x'00')"],
    [
      "claimed username or email address",
      "events",
      "INSERT INTO claims VALUES ('email', 'ff', 'pat')",
    ],
    [
      "mail that waits to be sent",
      "events",
      `INSERT INTO outbox (message_id, member_id, kind, sealed, created_at_ms)
       VALUES ('a', 'pat', 'reset-password', x'00', 0)`,
    ],
    ["key in the vault", "vault", "INSERT INTO member_keys VALUES ('pat', x'00', 'a')"],
    ["password", "vault", "INSERT INTO credentials VALUES ('pat', 'hash', 0)"],
    [
      "reset or verification token",
      "vault",
      `INSERT INTO tokens (digest, kind, member_id, expires_at_ms)
       VALUES ('a', 'reset-password', 'pat', 0)`,
    ],
    ["session", "vault", "INSERT INTO sessions VALUES ('a', '{}', 'pat', 0)"],
    [
      "content in the read tables",
      "read",
      "UPDATE members SET username_key = 'p' WHERE member_id = 'pat'",
    ],
  ])("is not confirmed while there is a %s left", async (what, database, sql) => {
    const { system, receipt } = await erased();
    await system.databases[database].write([{ sql }]);
    expect(await wrongWith(system, receipt)).toContain(`No ${what} is left: there is one`);
  });

  it("shows that the end of the log was cut off", async () => {
    const { system, receipt } = await erased();
    await tamper(
      system,
      "DELETE FROM events WHERE position = 3",
      "UPDATE sqlite_sequence SET seq = 2 WHERE name = 'events'",
    );
    expect((await wrongWith(system, receipt))[0]).toContain(
      "the log ends at position 2: its end was cut off",
    );
    await system.members.execute("kim", { type: "SelectRole", role: "cadet" }, cause);
    expect((await wrongWith(system, receipt))[0]).toContain(
      "another event is there: the log was rewritten",
    );
  });

  it("finds the erasure that a restore repeated, and gives the receipt of it", async () => {
    const { system, receipt } = await erased();
    const restored = await openSystem();
    for (const name of ["pat", "kim", "lee"]) {
      await restored.members.execute(name, register({ username: name }), cause);
    }
    const deps = { databases: restored.databases, secret };
    expect(await wrongWith(restored, receipt)).toEqual([
      expect.stringContaining("another event is there"),
    ]);
    await restored.members.execute("pat", { type: "Erase" }, repeatCauses.ledger);
    await restored.vault.forget("pat");
    await restored.readModel.catchUp();
    expect(await wrongWith(restored, receipt)).toEqual([]);
    const verdict = await verifyReceipt(deps, receipt);
    const repeated = verdict.is === "genuine" ? verdict.repeated : undefined;
    expect(repeated).toMatchObject({ erasureId: receipt.erasureId, position: 4 });
    expect(await wrongWith(restored, repeated ?? receipt)).toEqual([]);
    // The same event elsewhere, and no one who repeated it: the log was rewritten.
    await forge(system, (events) => events.filter(({ member_id }) => member_id !== "kim"));
    expect((await wrongWith(system, receipt))[0]).toContain("it is at position 2");
  });

  it("of an earlier version is not taken for an erasure that was repeated, and says so", async () => {
    const { system } = await erased();
    const [, { hash = "", atMs = 0 } = {}] = await system.log.readStream("pat");
    // Ids were random then.
    const old = issueReceipt({ eventId: crypto.randomUUID(), position: 3, atMs, hash }, secret);
    expect((await wrongWith(system, old))[0]).toContain("and no erasure was repeated since");
    await system.members.execute("kim", { type: "Erase" }, repeatCauses.restore);
    const [why = ""] = await wrongWith(system, old);
    expect(why).toContain("only the log that had the erasure tells whose it was");
    expect(why).toContain("erasures that were: 1, from position 4 on");
  });

  it("shows that an earlier event was changed", async () => {
    const { system, receipt } = await erased();
    await tamper(system, "UPDATE events SET at_ms = at_ms - 1 WHERE position = 1");
    expect(await wrongWith(system, receipt)).toEqual([
      expect.stringContaining("The log is whole: no event was changed, moved, added or removed"),
    ]);
  });
});
