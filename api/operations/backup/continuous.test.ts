import { access, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { createRandom, type Random } from "../../../events/testing/random.ts";
import { Refusal } from "../../../events/errors.ts";
import { databaseIn, temporaryFolder } from "../../../events/testing/database.ts";
import { register } from "../../../events/testing/members.ts";
import { cause, openSystem, secrets, type System } from "../../../events/testing/system.ts";
import { createLocalStore } from "../../objects/local.ts";
import { ObjectsUnavailable } from "../../objects/object-store.ts";
import { copyFileTo } from "./database-file.ts";
import { ContinuousBackup } from "./continuous.ts";
import { noteLastBackup } from "../../node/last-backup.ts";
import { addContinuous } from "./add-continuous.ts";
import { Timelines } from "./timelines.ts";
import { manifestName } from "./manifest.ts";

const hourMs = 60 * 60 * 1000;
const { claimKey } = secrets;

/** A system, where it is copied to, and how it is brought back from a full backup. */
async function aCopiedSystem() {
  const system = await openSystem();
  const folder = await temporaryFolder();
  const now = () => new Date(system.clock.ms);
  const stores = {
    log: createLocalStore({ folder: join(folder, "log"), secret: claimKey, now }),
    vault: createLocalStore({ folder: join(folder, "vault"), secret: claimKey, now }),
  };
  const log = vi.fn();
  const open = ({ databases }: Pick<System, "databases"> = system, secret = claimKey) =>
    new ContinuousBackup(folder, stores, { databases, secrets: { claimKey: secret }, now, log }, 4);
  return {
    system,
    folder,
    stores,
    /** Registers a member, whose id is their username. */
    add: (username: string, { members } = system) =>
      members.execute(username, register({ username, email: `${username}@example.com` }), cause),
    open,
    log,
    logs: new Timelines(stores.log, "log", claimKey),
    vaults: new Timelines(stores.vault, "vault", claimKey),
    /** Copies of log and vault as they are. */
    async backUp() {
      const backup = await temporaryFolder();
      for (const name of ["events", "vault"] as const) {
        await copyFileTo(system.databases[name], join(backup, `${name}.db`));
      }
      return {
        events: await databaseIn(backup, "events.db"),
        vault: await databaseIn(backup, "vault.db"),
      };
    },
    addTo: (databases: Databases) =>
      addContinuous({
        databases,
        stores,
        claimKey,
        checkInterrupt: async () => {},
        report: () => {},
      }),
  };
}

type Copied = Awaited<ReturnType<typeof aCopiedSystem>>;
type Databases = Pick<System["databases"], "events" | "vault">;

/** Everything that a restore brings back: of the vault, what belongs to members. */
async function contentOf({ events, vault }: Databases) {
  const rows = await events.read(
    `SELECT member_id FROM events WHERE version = 1
     EXCEPT SELECT member_id FROM events WHERE type = 'MemberErased'`,
  );
  const memberIds = rows.map((row) => `'${row.member_id}'`).join();
  const dump = (database: Databases["events"], table: string, columns = "*", only?: string) => {
    const where = only === undefined ? "" : `WHERE member_id IN (${only})`;
    return database.read(`SELECT ${columns} FROM ${table} ${where} ORDER BY 1, 2`);
  };
  return JSON.parse(JSON.stringify({
    events: await dump(events, "events"),
    payloads: await dump(events, "sealed_payloads", "position, member_id, hex(payload)"),
    claims: await dump(events, "claims"),
    keys: await dump(vault, "member_keys", "member_id, hex(wrapped_key), kek_id", memberIds),
    credentials: await dump(vault, "credentials", "*", memberIds),
  }));
}

/** Something that one of a few people does; they go for the same few names. */
async function something({ system }: Copied, random: Random): Promise<void> {
  const { members, vault, databases } = system;
  const memberId = `member-${random.int(12)}`;
  const username = `name${random.int(16)}`;
  const email = `${username}@example.com`;
  system.clock.ms += 1000;
  const execute = (command: Parameters<typeof members.execute>[1]) =>
    members.execute(memberId, command, cause);
  try {
    const draw = random.int(10);
    if (draw < 4) {
      await execute(register({ username, email }));
      await databases.vault.write([{
        sql: "INSERT OR IGNORE INTO credentials VALUES (?, 'a hash', ?)",
        args: [memberId, system.clock.ms],
      }]);
    } else if (draw < 8) {
      await execute({ type: "ChangeAccountDetails", username, email });
    } else if (draw < 9) {
      await databases.vault.write([{
        sql:
          "UPDATE credentials SET password_hash = 'another', changed_at_ms = ? WHERE member_id = ?",
        args: [system.clock.ms, memberId],
      }]);
    } else {
      await execute({ type: "Erase" });
      await vault.forget(memberId);
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

describe("the continuous backup", () => {
  it.each([1, 2, 3])(
    "and a full backup of any moment are the log and the vault (%i)",
    async (seed) => {
      const copied = await aCopiedSystem();
      const random = createRandom(seed);
      const backups = [];
      let continuous = copied.open();
      for (let step = 0; step < 100; step++) {
        await something(copied, random);
        if (random.chance(0.3)) await continuous.copy();
        if (step === 10 || random.chance(0.05)) backups.push(await copied.backUp());
        if (random.chance(0.05)) copied.system.clock.ms += 2 * hourMs;
        if (random.chance(0.05)) {
          // Killed: the lease expires after a while.
          copied.system.clock.ms += 10_000;
          continuous = copied.open();
        }
      }
      await continuous.copy();
      const content = await contentOf(copied.system.databases);
      expect(content.events.length).toBeGreaterThan(20);
      for (const backup of backups) {
        await copied.addTo(backup);
        expect(await contentOf(backup)).toEqual(content);
      }
    },
  );

  it("has no erased member in the vault's next copy", async () => {
    const copied = await aCopiedSystem();
    const { system, open, vaults } = copied;
    const continuous = open();
    for (const name of ["pat", "kim"]) await copied.add(name);
    await continuous.copy();
    const copyOfVault = async () => {
      const names = (await vaults.keys()).map((key) => key.split("/"));
      const files = names.filter(([, , name]) => name !== manifestName);
      return JSON.stringify(
        await Promise.all(
          files.map(([, timeline = "", name = ""]) => vaults.files(timeline).read(name)),
        ),
      );
    };
    expect(await copyOfVault()).toContain("pat");
    await system.members.execute("pat", { type: "Erase" }, cause);
    // The key is there for a moment more.
    await continuous.copy();
    await system.vault.forget("pat");
    await continuous.copy();
    expect(await copyOfVault()).not.toContain("pat");
    expect(await copyOfVault()).toContain("kim");
  });

  it("is made by one of two processes, and by the other once that is gone", async () => {
    const copied = await aCopiedSystem();
    const [one, other] = [copied.open(), copied.open(await openSystem(copied.system.folder))];
    await one.copy();
    await other.copy();
    expect([one.ageMs(), other.ageMs()]).toEqual([0, undefined]);
    await one.stop();
    const third = copied.open(await openSystem(copied.system.folder));
    await third.copy();
    expect(third.ageMs()).toBe(0);
  });

  it("continues when its folder is back, and says how old it is meanwhile", async () => {
    const copied = await aCopiedSystem();
    const { system, open, stores } = copied;
    const backup = await copied.backUp();
    const continuous = open();
    await continuous.copy();
    await copied.add("pat");
    const put = stores.log.put;
    stores.log.put = () => Promise.reject(new ObjectsUnavailable("Away"));
    await expect(continuous.copy()).rejects.toThrow("Away");
    system.clock.ms += 60_000;
    expect(continuous.ageMs()).toBe(60_000);
    stores.log.put = put;
    const ageAfterCopy = async () => {
      await continuous.copy();
      return continuous.ageMs();
    };
    await expect.poll(ageAfterCopy, { timeout: 5000 }).toBe(0);
    expect(await copied.addTo(backup)).toMatchObject({ position: 1 });
  });

  it("begins a new timeline after an older backup was restored, and keeps earlier copies", async () => {
    const copied = await aCopiedSystem();
    const { system, open, logs, log } = copied;
    await copied.add("pat");
    const continuous = open();
    await continuous.copy();
    const backup = await copied.backUp();
    await copied.add("kim");
    await continuous.copy();
    await continuous.stop();
    const before = await logs.keys();

    const restored = await openSystem();
    for (const name of ["events", "vault"] as const) {
      await copyFileTo(backup[name], join(restored.folder, `again-${name}.db`));
    }
    const databases = {
      ...restored.databases,
      events: await databaseIn(restored.folder, "again-events.db"),
      vault: await databaseIn(restored.folder, "again-vault.db"),
    };
    system.clock.ms += 10_000;
    const again = open({ ...restored, databases });
    expect(log).not.toHaveBeenCalled();
    await again.copy();
    expect(log).toHaveBeenCalledOnce();
    const after = await logs.keys();
    expect(after).toEqual(expect.arrayContaining(before));
    expect(after.length).toBeGreaterThan(before.length);
    // From the newest timeline, in which Kim never was.
    const since = await copied.addTo(backup);
    expect(since).toMatchObject({ position: 1 });
  });

  it.each([
    ["its data", claimKey, undefined],
    ["its data and secrets", secrets.kek, expect.stringMatching(/has another CLAIM_KEY/)],
  ])(
    "keeps earlier copies when a service is started without %s, repeatedly",
    async (...row) => {
      const [, secret, endedBy] = row;
      const copied = await aCopiedSystem();
      const { system, open } = copied;
      await copied.add("pat");
      const backup = await copied.backUp();
      await copied.add("lou");
      const continuous = open();
      await continuous.copy();
      await continuous.stop();

      const empty = await openSystem();
      for (const name of ["kim", "sam"]) {
        await copied.add(name, empty);
        const started = open(empty, secret);
        await started.copy();
        await started.stop();
      }
      expect((await copied.addTo(backup))?.endedBy).toEqual(endedBy);
      expect(await contentOf(backup)).toEqual(await contentOf(system.databases));
    },
  );

  it("ends before a segment that is missing or changed, and says so", async () => {
    const copied = await aCopiedSystem();
    const { open, logs, stores } = copied;
    const backup = await copied.backUp();
    const damaged = await copied.backUp();
    const continuous = open();
    for (let number = 0; number < 12; number++) {
      await copied.add(`name${number}`);
      await continuous.copy();
    }
    const [, second = "", third = ""] = await logs.keys();
    const whole = await new Response((await stores.log.read(third))?.body).bytes();
    await stores.log.put(third, whole.map((byte, index) => index === 99 ? byte ^ 1 : byte));
    expect(await copied.addTo(damaged)).toMatchObject({
      position: 8,
      endedBy: `${third} is damaged, or has another CLAIM_KEY`,
    });
    await stores.log.put(third, whole);
    await stores.log.remove([second]);
    expect(await copied.addTo(backup)).toMatchObject({
      position: 4,
      endedBy: "The segment after position 4 is missing",
    });
  });

  it("is not added to a backup that it does not follow", async () => {
    const copied = await aCopiedSystem();
    const { system, open } = copied;
    await copied.add("pat");
    const continuous = open();
    await continuous.copy();
    await system.members.execute("pat", { type: "SelectRole", role: "cadet" }, cause);
    const later = await copied.backUp();
    expect(await copied.addTo(later)).toBeUndefined();
    const strange = await aCopiedSystem();
    await strange.add("kim");
    expect(await copied.addTo(await strange.backUp())).toBeUndefined();
  });

  it("refuses a copy of the vault that is older than that of the log", async () => {
    const copied = await aCopiedSystem();
    const { open, vaults, stores } = copied;
    const backup = await copied.backUp();
    const continuous = open();
    await continuous.copy();
    const older = await Promise.all(
      (await vaults.keys()).map(async (key) => ({
        key,
        bytes: await new Response((await stores.vault.read(key))?.body).bytes(),
      })),
    );
    await copied.add("pat");
    await continuous.copy();
    await stores.vault.remove(await vaults.keys());
    for (const { key, bytes } of older) await stores.vault.put(key, bytes);
    await expect(copied.addTo(backup)).rejects.toThrow(
      "The continuous copy of the vault is missing, or older than that of the log",
    );
  });

  it("leaves nothing of an object that a killed process was writing", async () => {
    const { system, open, folder } = await aCopiedSystem();
    const unfinished = join(folder, "vault", "tmp", "vault", "000001");
    await mkdir(unfinished, { recursive: true });
    await writeFile(join(unfinished, "half"), "a key, maybe");
    const continuous = open();
    await continuous.copy();
    system.clock.ms = Date.now() + hourMs;
    await continuous.copy();
    await expect(access(join(unfinished, "half"))).rejects.toThrow("ENOENT");
  });

  it("keeps segments until a full backup is there, and for fourteen days", async () => {
    const copied = await aCopiedSystem();
    const { system, open, logs } = copied;
    const continuous = open();
    await copied.add("pat");
    await continuous.copy();
    const keys = () => logs.keys();
    system.clock.ms = Date.now() + 15 * 24 * hourMs;
    await continuous.copy();
    expect(await keys()).toEqual([
      "log/000001/000000000000",
      `log/000001/${manifestName}`,
    ]);
    await noteLastBackup(copied.folder, { log: new Date(system.clock.ms).toISOString() });
    system.clock.ms += 2 * hourMs;
    await continuous.copy();
    expect(await keys()).toEqual([]);
  });
});
