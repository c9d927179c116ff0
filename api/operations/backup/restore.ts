/** Restore of a backup: checks it, repeats erasures since, and puts it in place. */
import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Database, openDatabase } from "../../../events/database.ts";
import { createPrivateStreams, readPrivate } from "../../../events/members/private-streams.ts";
import { type Events, openEvents } from "../../../events/open.ts";
import { settingsStream } from "../../../events/program/setting-events.ts";
import { remindersFirst } from "../../../events/read/connection-rows.ts";
import { addContinuous } from "./add-continuous.ts";
import { copyFileTo, fileUrl } from "./database-file.ts";
import { type StageOptions, unpack } from "./unpack.ts";

/** A log and a vault ready to be put in place. */
export type Staged = Awaited<ReturnType<typeof stage>>;

const cause = { actorId: "operator", correlationId: "restore", causationId: "restore" };

/** The vault is older than the log, or another installation's. */
export class VaultTooOld extends Error {
  override readonly name = "VaultTooOld";

  constructor(readonly lost: number) {
    super(`The vault has no key for ${lost} members`);
  }
}

/**
 * Prepares a backup in a separate folder.
 * @throws {VaultTooOld}
 * @throws {Error} When the vault's keys were wrapped by another key-encryption key.
 */
export async function stage(folder: string, options: StageOptions) {
  const work = join(folder, "work");
  await mkdir(work, { recursive: true, mode: 0o700 });
  const erasedBefore = await unpack(work, options);
  const open = (name: string) =>
    openDatabase({ url: fileUrl(join(work, `${name}.db`)), durability: "normal" });
  const databases = {
    events: await open("events"),
    vault: await open("vault"),
    read: await open("read"),
  };
  const privateStreams = createPrivateStreams(options.secrets.claimKey);
  const { log, vault, members, settings, readModel, mailQueue, installation } = await openEvents({
    databases,
    secrets: options.secrets,
    now: () => new Date(),
    newId: () => randomUUID(),
    mayLackKeys: true,
  });
  try {
    await checkKeys(databases.vault, vault.keys.load);
    const { continuous: stores, secrets: { claimKey } } = options;
    const since = stores && await addContinuous({ ...options, databases, stores, claimKey });
    if (since !== undefined) await checkKeys(databases.vault, vault.keys.load);
    const present = await presentMembers(databases.events);
    const keys = await idsOf(databases.vault, "SELECT member_id FROM member_keys");
    const lost = [...present].filter((memberId) => !keys.has(memberId));
    if (!keys.has(settingsStream)) await settings.forgetSealedTexts();
    // Continuous copies have both at the same moment: then a missing key is an erasure.
    const isOneMoment = since !== undefined && options.withoutKey === "are-lost";
    const withoutKey = isOneMoment ? "are-erased" : options.withoutKey;
    refuseLoss(lost, present.size, { ...options, withoutKey });
    const erased = new Set([
      ...options.erased,
      ...erasedBefore,
      ...since?.erased ?? [],
      ...lost,
    ]);
    let erasedAgain = 0;
    for (const memberId of erased) {
      await options.checkInterrupt();
      if (present.has(memberId)) {
        await members.execute(memberId, { type: "Erase" }, cause);
        erasedAgain += 1;
      }
      // A copy from before the erasure doesn't show which private streams belong to this member.
      const between = await readPrivate({ log, privateStreams }, memberId);
      const sealed = between.filter((recorded) => recorded.sealed !== null);
      await log.forget({ positions: sealed.map(({ position }) => position) });
      await vault.forget(memberId);
    }
    const mails = [...await endSessionsAndMails(databases), ...options.log.content.mails ?? []]
      .filter(([memberId]) => !erased.has(memberId));
    const invited = mails.filter(([, kind]) => kind.startsWith("invitation"));
    await readModel.catchUp();
    const reminders = await remindOfOpen({ readModel, mailQueue });
    const files = {
      logFile: join(folder, "events.db"),
      vaultFile: join(folder, "vault.db"),
      /** Read tables, current or behind. */
      readFile: join(folder, "read.db"),
    };
    // A copy has no trace of deleted data.
    await copyFileTo(databases.events, files.logFile);
    await copyFileTo(databases.vault, files.vaultFile);
    await copyFileTo(databases.read, files.readFile);
    return {
      ...files,
      installation,
      position: await log.lastPosition(),
      /** Members who must not come back, not even by a picture. */
      erased,
      /** How many erased members the backup still had. */
      erasedAgain,
      /** Waiting mails in the backup, whose links no longer work. */
      droppedMails: mails.length,
      invited: [...new Set(invited.map(([memberId]) => memberId))],
      /** Requests to remind mentors of, since their mail may have been waiting. */
      reminders,
      /** How far the continuous copies reach after the backup. */
      since,
    };
  } finally {
    for (const database of Object.values(databases)) database.close();
    await rm(work, { recursive: true, force: true });
  }
}

/** Whether the first key of each wrapping opens. */
async function checkKeys(
  vault: Database,
  load: (memberIds: readonly string[]) => Promise<unknown>,
): Promise<void> {
  const rows = await vault.read("SELECT min(member_id) AS one FROM member_keys GROUP BY kek_id");
  await load(rows.map((row) => String(row.one)));
}

async function presentMembers(events: Database): Promise<Set<string>> {
  return await idsOf(
    events,
    `SELECT member_id FROM events WHERE version = 1 AND type = 'MemberRegistered'
     EXCEPT SELECT member_id FROM events WHERE type = 'MemberErased'`,
  );
}

async function idsOf(database: Database, sql: string): Promise<Set<string>> {
  return new Set((await database.read(sql)).map((row) => String(row.member_id)));
}

/** @throws {VaultTooOld} */
function refuseLoss(
  lost: readonly string[],
  present: number,
  { withoutKey, erased }: Pick<StageOptions, "withoutKey" | "erased">,
): void {
  const unknown = lost.filter((memberId) => !erased.has(memberId)).length;
  const mayBeErased = {
    "are-erased": lost.length,
    "are-erased-if-few": Math.floor(present / 2),
    "are-lost": 0,
  };
  if (unknown > mayBeErased[withoutKey]) throw new VaultTooOld(unknown);
}

/**
 * Ends what must not happen twice: sessions and links may have been ended since, and mails sent.
 * External followers of the log start over.
 * @returns Member and kind of each mail that was waiting.
 */
async function endSessionsAndMails(
  { events, vault }: Readonly<Record<"events" | "vault", Database>>,
): Promise<[string, string][]> {
  await vault.write([{ sql: "DELETE FROM sessions" }, { sql: "DELETE FROM tokens" }]);
  const [mails] = await events.write([
    { sql: "DELETE FROM outbox RETURNING member_id, kind" },
    { sql: "UPDATE subscriptions SET position = 0, target = NULL, lease_until_ms = 0" },
  ]);
  return (mails?.rows ?? []).map((row) => [String(row.member_id), String(row.kind)]);
}

async function remindOfOpen(
  { readModel, mailQueue }: Pick<Events, "readModel" | "mailQueue">,
): Promise<number> {
  const { connections } = readModel;
  const open = await connections.waiting(remindersFirst, Date.now(), Number.MAX_SAFE_INTEGER);
  for (const { mentorId, connectionId } of open) {
    await mailQueue.add(mentorId, { kind: "connection-reminder", content: { connectionId } });
  }
  return open.length;
}
