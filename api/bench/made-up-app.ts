import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../events/database.ts";
import { createEmbeddedSearch } from "../../search/embedded/embedded.ts";
import { createApp } from "../app.ts";
import { createArgon2id } from "../auth/argon2id.ts";
import { defaultLimits } from "../auth/rate-limits.ts";
import { createSessions } from "../auth/sessions.ts";
import { composeProduct } from "../compose.ts";
import { loadPeople } from "../operations/demo/load-people.ts";
import { makeUpPeople } from "../operations/demo/made-up-people.ts";
import { createLog } from "../log.ts";
import { createMemoryMail } from "../mail/memory.ts";
import { createMetrics } from "../metrics/metrics.ts";
import { createLocalStore } from "../objects/local.ts";
import { createSteadyClock } from "../node/steady-clock.ts";

export const origin = "http://127.0.0.1:8000";

/**
 * The product as it is served, logging included, on files of its own with made-up people in them;
 * one of them is signed in.
 */
export async function createMadeUpApp(profiles: number, seed: number) {
  const folder = await mkdtemp(join(tmpdir(), "alumni-bench-"));
  const open = (name: string) =>
    openDatabase({ url: `file:${join(folder, name)}.db`, durability: "normal" });
  const databases = {
    events: await open("events"),
    vault: await open("vault"),
    read: await open("read"),
  };
  const now = () => new Date();
  const nowhere = Deno.openSync("/dev/null", { write: true });
  const encoder = new TextEncoder();
  const log = createLog((line) => void nowhere.writeSync(encoder.encode(`${line}\n`)), now);
  const metrics = createMetrics();
  const objects = createLocalStore({
    folder: join(folder, "objects"),
    secret: randomBytes(32),
    now,
  });
  const secrets = { kek: randomBytes(32), claimKey: randomBytes(32) };
  const composed = await composeProduct({
    databases,
    secrets,
    search: createEmbeddedSearch(),
    mail: createMemoryMail(),
    objects,
    freeBytes: async () => Infinity,
    hashing: createArgon2id(),
    log,
    metrics,
    now,
    clock: createSteadyClock(now),
    newId: randomUUID,
    random: Math.random,
    // One member asks for everything.
    limits: { ...defaultLimits, profilesPerMember: 999_999_999 },
    newPassword: { minLength: 6 },
    appOrigin: origin,
    showsDevToken: false,
  });
  const app = createApp({
    product: composed.product,
    log,
    metrics,
    ready: composed.readiness.check,
    isStale: composed.isStale,
    newId: randomUUID,
    appEnv: "production",
    appOrigin: origin,
    trustedProxies: [],
  });

  const people = makeUpPeople({ profiles, seed, year: 2026 });
  const withoutPasswords = people.map(({ password: _, ...person }) => person);
  await loadPeople(withoutPasswords, {
    members: composed.members,
    vaultDatabase: databases.vault,
    passwords: { hash: async () => "" },
    newId: randomUUID,
    now,
    areConfirmed: true,
  }, () => {});
  await composed.follow();

  const [viewer] = await composed.readModel.members.changedSince(0, 1);
  const { token } = await createSessions(databases.vault, now).create(viewer?.memberId ?? "");
  return {
    app,
    composed,
    databases,
    secrets,
    cookie: `session=${token}`,
    async close() {
      for (const database of Object.values(databases)) database.close();
      await rm(folder, { recursive: true });
    },
  };
}
