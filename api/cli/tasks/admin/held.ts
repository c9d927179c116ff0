/** Lists the data stored about one person: kinds, counts and dates, never contents. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { counted } from "../../../../events/amounts.ts";
import { tablesOf } from "../../../../events/store/queries.ts";
import { createStoredPasskeys } from "../../../auth/passkeys/stored-passkeys.ts";
import { retentionMs } from "../../../backup/keep.ts";
import { openBackupPlace, openLedger } from "../../../backup/open-place.ts";
import type { BackupFile } from "../../../backup/place.ts";
import { DeclinedInvitations } from "../../../features/invitations/declined.ts";
import { readPersonalData } from "../../../features/personal-data/read-personal-data.ts";
import { Arrivals } from "../../../features/relay/arrivals.ts";
import { prefixesOf } from "../../../objects/keys.ts";
import { onData } from "../command.ts";
import { findMember, idPattern } from "../find-member.ts";
import { newId, now, type Opened } from "../open-data.ts";
import { operatorCause } from "../operator-cause.ts";
import { TaskError } from "../task.ts";
import { day, type Held, inventory, linesOf } from "./held-lines.ts";

export const held = onData({
  summary: "list what is stored about one person, without its contents",
  help:
    `List what could be handed over about one person, if someone with the authority to ask does, such as
a court or a records office: which kinds of data, how much, since when, and what isn't stored.

  npm run admin -- held rivera
  npm run admin -- held rivera@example.edu
  npm run admin -- held 3f0e4d3a-9a59-4d3a-8a11-0d6f7e1c2a11      also after the account was deleted

It prints no names, texts or addresses. "npm run admin -- export" saves the contents. It is recorded
that you listed an account: staff see it in the history, and the person in a copy of their data.
They get no email. The service can keep running.`,
  names: ["member: a username, an email address or a member id"],
  async run(data, _, named = "") {
    const name = named.trim();
    const erasedId = idPattern.test(name) && await isErased(data, name.toLowerCase());
    if (erasedId) return linesOf(`Member ${name.toLowerCase()}`, await afterErasure(data, name));
    const member = await findMember(data, name).catch(async (error) => {
      if (!(error instanceof TaskError) || !name.includes("@")) throw error;
      return undefined;
    });
    if (member === undefined) return linesOf("This address", await withoutAccount(data, name));
    const { memberId } = member;
    // Stored first, so that every list is in the history.
    await data.members.execute(memberId, { type: "RecordHoldings" }, operatorCause());
    const { keys, secrets, database, readModel } = data;
    const stored = await readPersonalData(await findMember(data, memberId), {
      ...data,
      revealTable: readModel.reveals,
      passkeys: createStoredPasskeys({ database, keys, now }),
      arrivals: new Arrivals({ database, keys, secret: secrets.claimKey, now }),
      now,
    });
    return linesOf(`Member ${memberId}`, {
      held: [
        ...inventory(stored, { files: await filesOf(data, memberId) }),
        ...await aboutOthers(data, memberId),
        ...await waitingFiles(data, memberId),
        await backupLine(data, new Date(stored.member.createdAt)),
        logLine(memberId),
      ],
      contents: `npm run admin -- export ${memberId} --out FILE.zip`,
    });
  },
});

async function isErased({ log }: Pick<Opened, "log">, memberId: string): Promise<boolean> {
  return (await log.readStream(memberId)).at(-1)?.type === "MemberErased";
}

/** The member's files, including earlier ones, which the sweep removes after a week. */
async function filesOf(data: Opened, memberId: string) {
  const found: { readonly writtenAt: Date }[] = [];
  const objects = await data.openObjects();
  for (const prefix of prefixesOf(memberId)) {
    for await (const file of objects.list(prefix)) found.push(file);
  }
  return found;
}

/** Data of other members about them, which their own copy leaves out. */
async function aboutOthers({ database }: Opened, memberId: string): Promise<readonly Held[]> {
  const db = tablesOf(database);
  const received = await db.selectFrom("messages as m")
    .innerJoin("connections as c", "c.connection_id", "m.connection_id")
    .where(({ eb, or }) => or([eb("c.asker_id", "=", memberId), eb("c.mentor_id", "=", memberId)]))
    .where("m.author_id", "<>", memberId).select("m.at_ms").orderBy("m.at_ms").execute();
  const reports = await db.selectFrom("reports").select("at_ms")
    .where("reported_id", "=", memberId).orderBy("at_ms").execute();
  const blocks = await db.selectFrom("blocks").select("blocker_id")
    .where("blocked_id", "=", memberId).execute();
  const viewed = await db.selectFrom("reveals").select("day")
    .where("viewer_id", "=", memberId).orderBy("day").execute();
  return [
    {
      store: "written to them",
      count: received.length,
      text:
        `${counted(received.length, "message")} of others${
          since(received[0]?.at_ms)
        }; readable while the ` +
        "service runs, and not in the export",
    },
    {
      store: "reports about them",
      count: reports.length,
      text: `${counted(reports.length, "report")}${since(reports[0]?.at_ms)}, with the message`,
    },
    { store: "blocked by", count: blocks.length, text: counted(blocks.length, "person", "people") },
    {
      store: "contacts they saw",
      count: viewed.length,
      text: `${counted(viewed.length, "record")}, by day${
        viewed[0] ? `, since ${viewed[0].day}` : ""
      }`,
    },
  ];
}

const since = (atMs: number | undefined) => atMs === undefined ? "" : `, since ${day(atMs)}`;

/** Emails stored as readable files as long as mail isn't set up. */
async function waitingFiles(
  { environment: { dataDir } }: Opened,
  memberId: string,
): Promise<readonly Held[]> {
  const names = await readdir(join(dataDir, "outbox")).catch(() => []);
  const own = names.filter((name) =>
    name.endsWith(".eml") && name.includes(`-${memberId.slice(0, 13)}`)
  );
  const text = `${counted(own.length, "file")} in the folder outbox of DATA_DIR, in clear`;
  return [{ store: "emails in a folder", count: own.length, text }];
}

/** @param since When the account was created. @param until When it was deleted, if it was. */
async function backupLine(data: Opened, since: Date, until?: Date): Promise<Held> {
  const { environment, readModel } = data;
  const days = retentionMs(readModel.settings.current().backupWeeks) / (24 * 60 * 60 * 1000);
  const place = await openBackupPlace(environment.backups);
  const files = await place.list().catch(() => undefined);
  if (files === undefined) {
    const text = "can't be listed right now: is their disk or server there?";
    return { store: "backups", count: 1, text };
  }
  const own = files.filter(({ madeAt }) =>
    madeAt >= since && (until === undefined || madeAt < until)
  );
  const lastDay = until && day(until.getTime() + days * 24 * 60 * 60 * 1000);
  return {
    store: "backups",
    count: own.length,
    text: `${counted(own.length, "file")}${between(own)}; each opens with the secret` +
      (lastDay === undefined ? "" : `, and the last is deleted by ${lastDay}`),
  };
}

function between(files: readonly BackupFile[]): string {
  const [newest, oldest] = [files.at(0), files.at(-1)];
  if (newest === undefined || oldest === undefined) return "";
  return `, of ${day(oldest.madeAt.getTime())} to ${day(newest.madeAt.getTime())}`;
}

function logLine(memberId: string): Held {
  const text =
    `lines with this random id, without names or texts: docker compose logs api | grep ${memberId}`;
  return { store: "the service's log", count: 1, text };
}

/** Lists what remains of a deleted account. */
async function afterErasure(data: Opened, named: string) {
  const memberId = named.toLowerCase();
  const { log, environment, database } = data;
  const stream = await log.readStream(memberId);
  const [first, last] = [stream[0], stream.at(-1)];
  const [key] = await tablesOf(database).selectFrom("member_keys").select("kek_id")
    .where("member_id", "=", memberId).execute();
  const inLedger = (await (await openLedger(environment, database)).memberIds()).has(memberId);
  const files = await filesOf(data, memberId);
  const readable = stream.filter(({ sealed }) => sealed !== null).length;
  return {
    held: [
      {
        store: "events",
        count: stream.length,
        text: `${counted(stream.length, "event")} under this random id, ${
          day(first?.atMs ?? 0)
        } to ${day(last?.atMs ?? 0)}: what happened, such as a role, without names or texts. ${
          readable === 0 ? "No" : counted(readable, "sealed")
        } personal part is left`,
      },
      { store: "key", count: key === undefined ? 0 : 1, text: "destroyed: zeros are where it was" },
      {
        store: "list of erasures",
        count: inLedger ? 1 : 0,
        text: "this random id, so that a restored backup doesn't bring the account back",
      },
      {
        store: "files",
        count: files.length,
        text: `${counted(files.length, "file")}, removed by the next sweep`,
      },
      await backupLine(data, new Date(first?.atMs ?? 0), new Date(last?.atMs ?? 0)),
      logLine(memberId),
    ],
    contents: undefined,
  };
}

/** Lists what is stored about an address without an account. */
async function withoutAccount({ database, secrets }: Opened, email: string) {
  const declined = new DeclinedInvitations({ database, secret: secrets.claimKey, newId, now });
  const refused = (await declined.among([email])).get(email);
  const left = (await declined.left([email])).has(email);
  return {
    held: [
      {
        store: "declined invitations",
        count: refused === undefined ? 0 : 1,
        text:
          `name and address, sealed, since ${refused?.on}; staff see them under Program, Invitations`,
      },
      {
        store: "deleted accounts",
        count: left ? 1 : 0,
        text:
          "a keyed hash of this address: someone with it deleted their account. Nothing leads from it to what " +
          "the account did",
      },
    ],
    contents: undefined,
  };
}
