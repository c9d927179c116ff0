/**
 * What operators do with a running or stopped product. `npm run admin -- --help` lists it.
 *
 * @module
 */
import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { openLibsqlLog } from "../../events/log/libsql.ts";
import { openEvents } from "../../events/open.ts";
import { SignedHead, signHead, verifyHead } from "../../events/verify/head.ts";
import { type Finding, verifyLog } from "../../events/verify/verify-log.ts";
import { verifyMembers } from "../../events/verify/verify-members.ts";
import type { Environment } from "../env.ts";
import { openStores } from "../stores.ts";
import { createProgress, runTask, TaskError } from "./task.ts";

const help = `Look after Alumni Connect.

  npm run admin -- verify                   check the log, the claims and the read tables
  npm run admin -- verify --head head.json  check also that the log has what it had when the head
                                            was signed
  npm run admin -- head --out head.json     sign the log's head: keep the file somewhere else
  npm run admin -- rotate-kek               wrap every member's key under KEK, so that KEK_PREVIOUS
                                            can be destroyed; both have to be set
  npm run admin -- mail                     say how many mails wait to be sent, and since when

The service may run meanwhile. Verification ends with exit code 1 when something is not as it was
recorded, and names the first position.`;

const commands: Readonly<
  Record<string, (environment: Environment, options: Options) => Promise<void>>
> = { verify, head, "rotate-kek": rotateKek, mail };

await runTask(async (environment) => {
  const { positionals, values } = parse(Deno.args);
  const [name, ...more] = positionals;
  const command = commands[name ?? ""];
  if (values.help || name === undefined) return console.log(help);
  if (command === undefined || more.length > 0) {
    throw new TaskError(`There is no command "${positionals.join(" ")}".\n\n${help}`);
  }
  await command(environment, values);
});

type Options = ReturnType<typeof parse>["values"];

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        head: { type: "string" },
        out: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw new TaskError(`${(error as Error).message}\n\n${help}`);
  }
}

async function verify(environment: Environment, options: Options): Promise<void> {
  const stores = await openStores(environment);
  const { databases, secrets } = stores;
  const { log, vault, readModel } = await openEvents({
    ...stores,
    now: () => new Date(),
    newId: () => crypto.randomUUID(),
  });
  const signed = options.head === undefined ? undefined : await readHead(options.head);
  const progress = createProgress("Log position", await log.lastPosition());
  const { head: { position, digest }, findings } = await verifyLog(databases.events, progress);
  progress.end();
  const all = [...findings];
  if (signed !== undefined) {
    all.push(...await verifyHead(databases.events, signed, secrets.claimKey));
  }
  // What follows from a broken log says nothing.
  if (all.length === 0) {
    await readModel.catchUp();
    const { keys } = vault;
    all.push(...await verifyMembers({ log, keys, claimKey: secrets.claimKey, databases }));
  }
  stores.close();
  if (all.length > 0) throw new TaskError(described(all));
  console.log(`All is as it was recorded, up to log position ${position}, digest ${digest}.`);
}

async function head(environment: Environment, { out }: Options): Promise<void> {
  const stores = await openStores(environment);
  const { databases, secrets } = stores;
  const verdict = await verifyLog(databases.events);
  stores.close();
  if (verdict.findings.length > 0) throw new TaskError(described(verdict.findings));
  const text = JSON.stringify(signHead(verdict.head, new Date(), secrets.claimKey), null, 2);
  if (out === undefined) return console.log(text);
  await writeFile(out, `${text}\n`);
  console.error(`Signed the head at log position ${verdict.head.position}: ${out}`);
}

async function mail(environment: Environment): Promise<void> {
  const stores = await openStores(environment);
  const now = Date.now();
  const { outbox } = await openLibsqlLog(stores.databases.events, () => now);
  const { count, oldestAtMs = now } = await outbox.waiting();
  stores.close();
  const minutes = Math.floor((now - oldestAtMs) / 60_000);
  console.log(`Mails that wait: ${count}${count > 0 ? `, the oldest for ${minutes} minutes` : ""}`);
}

async function rotateKek(environment: Environment): Promise<void> {
  if (environment.previousKek === undefined) {
    throw new TaskError("KEK_PREVIOUS: set it to the key-encryption key that KEK replaces");
  }
  const stores = await openStores(environment);
  const { vault } = await openEvents({
    ...stores,
    now: () => new Date(),
    newId: () => crypto.randomUUID(),
  });
  const progress = createProgress("Keys", undefined);
  const count = await vault.keys.rewrap(progress.report);
  progress.end();
  stores.close();
  console.log(
    `Wrapped ${count} keys anew. Once every node runs without KEK_PREVIOUS, it can be destroyed.`,
  );
}

async function readHead(path: string): Promise<SignedHead> {
  try {
    return SignedHead.parse(JSON.parse(await readFile(path, "utf8")));
  } catch {
    throw new TaskError(`${path} is no signed head; "npm run admin -- head" makes one`);
  }
}

function described(findings: readonly Finding[]): string {
  const lines = findings.map(({ position, what }) =>
    position === undefined ? `  ${what}` : `  position ${position}: ${what}`
  );
  return `Not everything is as it was recorded:\n${lines.join("\n")}\n\n` +
    'If only the read tables differ, "npm run rebuild" makes them anew. If the log is broken, stop ' +
    "the service, keep a copy of the data folder, and restore the latest backup that verifies.";
}
