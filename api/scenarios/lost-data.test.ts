import { createHash } from "node:crypto";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { tmpdir } from "node:os";
import { openEvents } from "../../events/open.ts";
import { temporaryFolder } from "../../events/testing/database.ts";
import { register } from "../../events/testing/members.ts";
import { parseEnvironment } from "../config/env.ts";
import { lossOf } from "../node/lost-data.ts";
import { openStores, type OpenStoresOptions } from "../node/stores.ts";

const cause = { actorId: "test", correlationId: "test", causationId: "test" };
const environmentOf = (folder: string) => parseEnvironment({ DATA_DIR: folder }, () => "");

/** Opens a data folder as a start (which makes things) and commands do; closes it again. */
async function open(folder: string, makes?: OpenStoresOptions["makes"], names: string[] = []) {
  const stores = await openStores(environmentOf(folder), { makes });
  try {
    const now = () => new Date();
    const opened = await openEvents({ ...stores, now, newId: () => crypto.randomUUID() });
    for (const name of names) {
      const person = register({ username: name, email: `${name}@example.com` });
      await opened.members.execute(crypto.randomUUID(), person, cause);
    }
    await opened.readModel.catchUp();
    for (const database of Object.values(stores.databases)) await database.truncateWriteAheadLog();
  } finally {
    stores.close();
  }
}

async function addObjects(folder: string) {
  const pictures = join(folder, "objects", "pictures", crypto.randomUUID());
  await mkdir(pictures, { recursive: true });
  await writeFile(join(pictures, "x.webp"), "a picture");
}

/** Every file, with what it holds; what SQLite keeps beside a database comes and goes. */
async function contentOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile() && !/-(wal|shm)$/.test(entry.name));
  return Object.fromEntries(
    await Promise.all(files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path, createHash("sha256").update(await readFile(path)).digest("hex")];
    })),
  );
}

/** A copy without what SQLite keeps beside a database: it is empty, and goes when the last one closes. */
const copyOf = (from: string, to: string) =>
  cp(from, to, { recursive: true, filter: (path) => !/-(wal|shm)$/.test(path) });

/** An installation, what it was before, and another one. */
let now = "";
let before = "";
let other = "";

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "alumni-lost-"));
  [now, before, other] = [join(folder, "now"), join(folder, "before"), join(folder, "other")];
  await open(now, "all", ["pat", "kim"]);
  await addObjects(now);
  await copyOf(now, before);
  await open(now, undefined, ["lee", "sam"]);
  await open(other, "all", ["ann", "bob"]);
  return () => rm(folder, { recursive: true, force: true });
}, 60_000);

const damages = {
  missing: (path: string) => rm(path, { recursive: true }),
  empty: (path: string) => truncate(path),
  garbage: (path: string) => writeFile(path, "this is something else, and long enough to be read"),
  half: async (path: string) => await truncate(path, (await readFile(path)).length >> 1),
  "another's": (path: string) => cp(path.replace(/^.*(?=\/)/, place(other, path)), path),
  "a folder": async (path: string) => {
    await rm(path, { recursive: true });
    await mkdir(path);
  },
  "a file": async (path: string) => {
    await rm(path, { recursive: true, force: true });
    await writeFile(path, "a file");
  },
  older: (path: string) => cp(path.replace(/^.*(?=\/)/, place(before, path)), path),
};
const place = (folder: string, path: string) =>
  join(folder, path.includes("/secrets/") ? "secrets" : "");

const log = /EVENTS_URL: the log .*events.db is missing or empty, .*OPERATING/;
const vault = /VAULT_URL: the vault .*vault.db is missing or empty, .*OPERATING/;
const strangers = /vault .*vault.db and the log .*events.db are of two installations/;
const opens = undefined;

/** What a start says, and what a command says where that is another thing. */
const row = (
  name: string,
  damage: keyof typeof damages,
  start?: RegExp,
  command = start,
) => ({ name, damage, start, command });

const rows = [
  row("events.db", "missing", log),
  row("events.db", "empty", log),
  row("events.db", "garbage", /EVENTS_URL: .*events.db/),
  row("events.db", "another's", strangers),
  row("events.db", "older", opens),
  row("vault.db", "missing", vault),
  row("vault.db", "empty", vault),
  row("vault.db", "garbage", /VAULT_URL: .*vault.db/),
  row("vault.db", "another's", strangers),
  row("vault.db", "older", /vault .*vault.db has no key for 2 of the members .*OPERATING/),
  row("read.db", "missing", opens, /DATA_DIR: .*read.db is missing or empty/),
  row("read.db", "empty", opens, /DATA_DIR: .*read.db is missing or empty/),
  row("read.db", "garbage", /DATA_DIR: .*read.db/),
  row("read.db", "another's", /read tables .*read.db are another installation's .*delete/),
  row("read.db", "older", opens),
  ...["kek", "claim-key"].flatMap((name) => {
    const variable = name === "kek" ? "KEK_FILE" : "CLAIM_KEY_FILE";
    return [
      row(`secrets/${name}`, "missing", new RegExp(`${variable}: .*${name} is missing`)),
      row(`secrets/${name}`, "empty", new RegExp(`${name}: must hold 32 bytes`)),
      row(`secrets/${name}`, "garbage", new RegExp(`${name}: must hold 32 bytes`)),
      row(`secrets/${name}`, "half", new RegExp(`${name}: must hold 32 bytes`)),
      row(`secrets/${name}`, "another's", new RegExp(`check ${variable}`)),
    ];
  }),
  ...["events", "vault", "read"].map((name) =>
    row(
      `${name}.db`,
      "a folder",
      new RegExp(`[A-Z_]+: .*${name}.db can't be opened`),
    )
  ),
  row("secrets", "a file", /KEK_FILE: .*kek isn't a file/),
  row("secrets/kek", "a folder", /KEK_FILE: .*kek isn't a file/),
  row("secrets/claim-key", "a folder", /CLAIM_KEY_FILE: .*claim-key isn't a file/),
  row("objects", "missing", opens),
];

describe("a data folder", () => {
  it.each(rows)(
    "whose $name is $damage: says so in one line, makes nothing and changes nothing",
    async ({ name, damage, start, command }) => {
      const folder = join(await temporaryFolder(), "data");
      await copyOf(now, folder);
      await damages[damage](join(folder, name));
      const left = await contentOf(folder);
      const said = async (makes?: "all") => await open(folder, makes).catch((error) => error);
      const byCommand = await said();
      if (command === undefined) expect(byCommand).toBeUndefined();
      else expect([byCommand?.name, byCommand?.message]).toEqual(refused(command));
      if (command !== undefined) expect(await contentOf(folder)).toEqual(left);
      const byStart = await said("all");
      if (start === undefined) return expect(byStart).toBeUndefined();
      expect([byStart?.name, byStart?.message]).toEqual(refused(start));
      expect(await contentOf(folder)).toEqual(left);
    },
    30_000,
  );

  it.each(["events.db", "vault.db", "read.db"])(
    "whose %s is cut in half: loses nothing more by a start",
    async (name) => {
      const folder = join(await temporaryFolder(), "data");
      await copyOf(now, folder);
      await damages.half(join(folder, name));
      const left = await contentOf(folder);
      await open(folder).catch(() => {});
      await open(folder, "all").catch(() => {});
      expect(Object.keys(await contentOf(folder))).toEqual(Object.keys(left));
    },
    30_000,
  );

  it("with another installation's log says so", async () => {
    const folder = join(await temporaryFolder(), "data");
    await copyOf(now, folder);
    await damages["another's"](join(folder, "events.db"));
    await expect(open(folder)).rejects.toThrow(strangers);
    await expect(open(folder, "all")).rejects.toThrow(strangers);
  });

  it("that is mistyped is made by nothing but a start", async () => {
    const folder = join(await temporaryFolder(), "mistyped");
    await expect(open(folder)).rejects.toThrow(`there is no log and no vault in ${folder}`);
    await expect(open(folder, "read tables")).rejects.toThrow("so this command has nothing");
    await expect(readdir(folder)).rejects.toThrow();
    await mkdir(folder);
    await expect(open(folder)).rejects.toThrow("so this command has nothing");
    expect(await readdir(folder)).toEqual([]);
    await open(folder, "all");
    await open(folder);
  });

  it.each([
    "data/secrets/kek",
    "data/secrets/claim-key",
    "data/in-use",
    "data/erasures",
    "data.erasures",
  ])("that has nothing but %s is no first start", async (trace) => {
    const folder = await temporaryFolder();
    await mkdir(dirname(join(folder, trace)), { recursive: true });
    await writeFile(join(folder, trace), "something");
    const left = await contentOf(folder);
    await Promise.all([
      expect(open(join(folder, "data"), "all")).rejects.toThrow(log),
      expect(open(join(folder, "data"))).rejects.toThrow(log),
    ]);
    expect(await contentOf(folder)).toEqual(left);
  });

  it("goes on with a first start that was killed anywhere", async () => {
    const whole = await temporaryFolder();
    const { databases, close } = await openStores(environmentOf(whole), { makes: "all" });
    for (const database of Object.values(databases)) await database.truncateWriteAheadLog();
    close();
    // In the order in which they are made; a file before it has tables, too.
    const made = ["events.db", "vault.db", "read.db", "secrets/kek", "secrets/claim-key"];
    for (let count = 0; count <= made.length; count++) {
      const folder = await temporaryFolder();
      for (const name of made.slice(0, count)) {
        await cp(join(whole, name), join(folder, name), { recursive: true });
      }
      await open(folder, "all");
      await open(folder);
    }
  }, 30_000);
});

describe("what is lost", () => {
  const trace = "secrets/kek";

  it.each(
    [
      ["nothing, at a first start", "none", "none", [], undefined],
      ["the log, beside keys", "none", "filled", [], "log"],
      ["the log, beside any trace", "none", "none", [trace], "log"],
      ["nothing, before anybody registered", "empty", "empty", [trace], undefined],
      ["nothing, where a registration was killed", "empty", "filled", [trace], undefined],
      ["the vault", "filled", "none", [], "vault"],
      ["nothing, when everybody was erased", "filled", "empty", [trace], undefined],
    ] as const,
  )("is %s", (_, log, vault, traces, lost) => {
    expect(lossOf({ log, vault, traces })).toBe(lost);
  });
});

/** An error that starts and commands print as it is, without a stack. */
function refused(message: RegExp) {
  return [
    expect.stringMatching(/^(EnvironmentError|DatabaseUnfit|DatabaseDamaged)$/),
    expect.stringMatching(message),
  ];
}
