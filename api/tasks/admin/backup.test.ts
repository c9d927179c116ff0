import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../../events/testing/database.ts";
import { checkFiles, readManifest } from "../../backup/manifest.ts";
import { parseSecret } from "../../secrets.ts";
import { runAdmin } from "../../testing/admin.ts";
import { addPicture, password, send, type SignedUp, signUp } from "../../testing/calls.ts";
import { aPhoto } from "../../testing/pictures.ts";
import { startProduct } from "../../testing/process.ts";

/** A product whose secrets are kept apart from its data folder, and where its backups go. */
async function aProgram() {
  const folder = await temporaryFolder();
  const claimKey = randomBytes(32).toString("base64");
  const environment = {
    DATA_DIR: join(folder, "data"),
    KEK: randomBytes(32).toString("base64"),
    CLAIM_KEY: claimKey,
    ERASURE_LEDGER: "",
  };
  const out = join(folder, "backups");
  const vaultOut = join(folder, "vault-backups");
  const run = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
    runAdmin(args, { environment: { ...environment, ...more } });
  return {
    folder,
    environment,
    claimKey,
    out,
    vaultOut,
    run,
    async start(more: Readonly<Record<string, string>> = {}) {
      const product = await startProduct({ ...environment, ...more });
      onTestFinished(() => product.stop("SIGKILL"));
      return product;
    },
    backUp: () => run(["backup", "--out", out, "--vault-out", vaultOut]),
    restore: (args: readonly string[] = [], more: Readonly<Record<string, string>> = {}) =>
      run(["restore", "--from", out, "--vault-from", vaultOut, "--verify", ...args], more),
    loseData: () => rm(environment.DATA_DIR, { recursive: true }),
  };
}

type Program = Awaited<ReturnType<typeof aProgram>>;
type Running = Awaited<ReturnType<Program["start"]>>;

async function logIn(product: Running, { username }: Pick<SignedUp, "username">) {
  return (await send(product, "POST", "/api/login", { body: { username, password } })).status;
}

/** Pat, with a picture, and Kim, on a product that is stopped again. */
async function withPatAndKim(program: Program) {
  const product = await program.start();
  const pat = await signUp(product, "pat");
  const picture = await addPicture(product, pat, new Uint8Array(await aPhoto()));
  const kim = await signUp(product, "kim");
  await product.stop();
  return { pat, kim, picture };
}

async function erase(program: Program, { cookie }: SignedUp, environment = {}) {
  const product = await program.start(environment);
  expect((await send(product, "DELETE", "/api/account", { cookie })).status).toBe(204);
  await product.stop();
}

async function keyIds(program: Program): Promise<string> {
  return await readFile(join(program.environment.DATA_DIR, "vault.db"), "latin1");
}

describe("npm run admin -- backup and restore", { timeout: 60_000 }, () => {
  it("bring back everything that was answered before, while writes went on", async () => {
    const program = await aProgram();
    const product = await program.start();
    const first = await signUp(product, "first");
    const picture = await addPicture(product, first, new Uint8Array(await aPhoto()));
    const answered: SignedUp[] = [first];
    let goesOn = true;
    const writing = (async () => {
      while (goesOn) answered.push(await signUp(product, `person${answered.length}`));
    })();
    for (let done = 0; done < 2; done++) {
      // Two backups of one second would have one name.
      if (done > 0) await new Promise((resolve) => setTimeout(resolve, 1000));
      const before = answered.length;
      const { code, stdout, stderr } = await program.backUp();
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toContain("Not in it: KEK (the environment) and CLAIM_KEY (the environment)");
      expect(answered.length).toBeGreaterThan(before);
      if (done === 1) answered.splice(before);
    }
    goesOn = false;
    const wanted = [...answered];
    await writing;
    await product.stop("SIGKILL");
    await program.loseData();

    const restored = await program.restore();
    expect({ code: restored.code, stderr: restored.stderr }).toEqual({ code: 0, stderr: "" });
    expect(restored.stdout).toContain("and 2 pictures that were missing");
    const again = await program.start();
    for (const person of wanted.slice(0, 3)) expect(await logIn(again, person)).toBe(200);
    const lastOne = wanted.at(-1) ?? first;
    expect(await logIn(again, lastOne)).toBe(200);
    // Sessions of then may have been ended since.
    expect((await send(again, "GET", "/api/user", { cookie: first.cookie })).status).toBe(401);
    const login = { body: { username: "first", password } };
    const { headers } = await send(again, "POST", "/api/login", login);
    const cookie = headers.getSetCookie()[0]?.split(";")[0] ?? "";
    expect((await send(again, "GET", picture, { cookie })).status).toBe(200);
    await again.stop();
    expect((await program.run(["verify"])).code).toBe(0);
  });

  it("copies pictures once, and those of someone who was erased leave the backups", async () => {
    const program = await aProgram();
    const { pat, picture } = await withPatAndKim(program);
    expect((await program.run(["backup", "--out", program.out])).stdout).toContain("2 pictures");
    const copy = join(program.out, picture.slice(1));
    await expect(readFile(copy)).resolves.toBeDefined();
    await erase(program, pat);
    expect((await program.run(["backup", "--out", program.out])).stdout).toContain("0 pictures");
    await expect(readFile(copy)).rejects.toThrow();
    // Also from the older one, which still speaks of her.
    const [older = ""] = (await readdir(program.out)).filter((name) => name.startsWith("log-"))
      .sort();
    await program.run(["backup", "--vault-out", program.vaultOut]);
    await program.loseData();
    const from = ["--from", join(program.out, older)];
    const { code, stdout } = await program.run(
      ["restore", ...from, "--vault-from", program.vaultOut, "--verify"],
    );
    expect(code).toBe(0);
    expect(stdout).toContain("Erased again: 1 members");
  });

  it("does not bring back who was erased, from a backup that is all from before", async () => {
    const program = await aProgram();
    const ledger = { ERASURE_LEDGER: join(program.folder, "elsewhere", "erasures") };
    const { pat, kim, picture } = await withPatAndKim(program);
    expect((await program.backUp()).code).toBe(0);
    await erase(program, pat, ledger);
    await program.loseData();

    const { code, stdout } = await program.restore([], ledger);
    expect(code).toBe(0);
    expect(stdout).toContain("Erased again: 1 members");
    expect(stdout).toContain("and 0 pictures");
    expect(await keyIds(program)).not.toContain(pat.id);
    expect(await keyIds(program)).toContain(kim.id);
    const product = await program.start(ledger);
    expect(await logIn(product, pat)).toBe(401);
    expect(await logIn(product, kim)).toBe(200);
    await expect(readFile(join(program.environment.DATA_DIR, picture.slice(1)))).rejects.toThrow();
    // The names are free again.
    await signUp(product, "pat");
    await product.stop();
    expect((await program.run(["verify"])).code).toBe(0);
  });

  it(
    "takes a key that a later vault lacks for an erasure, and the log that is replaced at its word",
    async () => {
      const program = await aProgram();
      const { pat, kim } = await withPatAndKim(program);
      expect((await program.run(["backup", "--out", program.out])).code).toBe(0);
      await erase(program, pat);
      expect((await program.run(["backup", "--vault-out", program.vaultOut])).code).toBe(0);
      await rm(join(program.vaultOut, "erasures"));
      await program.loseData();
      const first = await program.restore();
      expect(first.stdout).toContain("Erased again: 1 members");

      expect((await program.run(["backup", "--vault-out", join(program.folder, "v2")])).code).toBe(
        0,
      );
      await rename(join(program.folder, "v2"), program.vaultOut + "-2");
      const product = await program.start();
      expect(await logIn(product, pat)).toBe(401);
      const login = { body: { username: "kim", password } };
      const { headers } = await send(product, "POST", "/api/login", login);
      const cookie = headers.getSetCookie()[0]?.split(";")[0] ?? "";
      expect((await send(product, "DELETE", "/api/account", { cookie })).status).toBe(204);
      await product.stop();
      const args = ["--from", program.out, "--vault-from", `${program.vaultOut}-2`, "--verify"];
      const second = await program.run(["restore", ...args, "--yes"]);
      expect(second.stdout).toContain("Erased again: 2 members");
      expect(await keyIds(program)).not.toContain(kim.id);
    },
    60_000,
  );

  it("refuses a vault that is older than the log, unless the loss is accepted", async () => {
    const program = await aProgram();
    const product = await program.start();
    await signUp(product, "pat");
    expect((await program.run(["backup", "--vault-out", program.vaultOut])).code).toBe(0);
    const kim = await signUp(product, "kim");
    expect((await program.run(["backup", "--out", program.out])).code).toBe(0);
    await product.stop();
    await program.loseData();
    const refused = await program.restore();
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("has no key for 1 members");
    await expect(readdir(program.environment.DATA_DIR)).resolves.toEqual([]);
    expect((await program.restore(["--accept-loss"])).code).toBe(0);
    const again = await program.start();
    expect(await logIn(again, kim)).toBe(401);
    await signUp(again, "kim");
  });

  it("names the file that is damaged, and changes nothing", async () => {
    const program = await aProgram();
    const { picture } = await withPatAndKim(program);
    expect((await program.backUp()).code).toBe(0);
    await program.loseData();
    const [log = ""] = (await readdir(program.out)).filter((name) => name.startsWith("log-"));
    const [vault = ""] = (await readdir(program.vaultOut)).filter((name) => name.startsWith("v"));
    const paths = [
      join(program.out, log, "log.db"),
      join(program.out, log, "pictures.ndjson"),
      join(program.out, log, "manifest.json"),
      join(program.vaultOut, vault, "vault.db"),
      join(program.out, picture.slice(1)),
    ];
    for (const path of paths) {
      const whole = await readFile(path);
      const damaged = Buffer.from(whole);
      const middle = Math.floor(damaged.length / 2);
      damaged[middle] = (damaged[middle] ?? 0) ^ 1;
      await writeFile(path, damaged);
      const { code, stderr } = await program.restore();
      expect({ path, code }).toEqual({ path, code: 1 });
      expect(stderr).toContain(path);
      expect(stderr).toContain("Nothing was changed.");
      await writeFile(path, whole);
    }
    await rm(paths[0] ?? "");
    expect((await program.restore()).stderr).toContain(`${paths[0]} is missing`);
    expect(await readdir(program.environment.DATA_DIR).catch(() => [])).toEqual([]);
  });

  it("says so when the secrets are others, or not there", async () => {
    const program = await aProgram();
    await withPatAndKim(program);
    expect((await program.backUp()).code).toBe(0);
    await program.loseData();
    const another = randomBytes(32).toString("base64");
    expect((await program.restore([], { KEK: another })).stderr).toContain("check KEK_FILE");
    expect((await program.restore([], { CLAIM_KEY: another })).stderr).toContain(
      "check CLAIM_KEY_FILE",
    );
    const without = await program.restore([], { KEK: "" });
    expect(without.stderr).toContain("KEK_FILE: set it, or put your copy of it to");
    expect(await readdir(program.environment.DATA_DIR).catch(() => [])).toEqual([]);
  });

  it("replaces data only when told to, and none that is in use", async () => {
    const program = await aProgram();
    const { pat } = await withPatAndKim(program);
    expect((await program.backUp()).code).toBe(0);
    const product = await program.start();
    const lee = await signUp(product, "lee");
    expect((await program.restore()).stderr).toContain("Add --yes");
    expect((await program.restore(["--yes"])).stderr).toContain("is in use: stop the service");
    expect(await logIn(product, lee)).toBe(200);
    await product.stop();
    const { code, stdout } = await program.restore(["--yes"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/Set aside: \S+events\.db\.replaced-/);
    const again = await program.start();
    expect(await logIn(again, lee)).toBe(401);
    expect(await logIn(again, pat)).toBe(200);
  });

  it("is started again after it was interrupted, before anything else", async () => {
    const program = await aProgram();
    await withPatAndKim(program);
    expect((await program.backUp()).code).toBe(0);
    // As it is between the first file and the last.
    await rm(join(program.environment.DATA_DIR, "vault.db"));
    await writeFile(join(program.environment.DATA_DIR, "restore-unfinished"), "");
    await expect(program.start()).rejects.toThrow("was interrupted; run it again");
    expect((await program.run(["verify"])).stderr).toContain("was interrupted; run it again");
    expect((await program.restore(["--yes"])).code).toBe(0);
    await (await program.start()).stop();
  });

  it("is whole or not there, whenever it is killed", async () => {
    const program = await aProgram();
    await withPatAndKim(program);
    for (const afterMs of [250, 450, 600, 750, 900, 1100]) {
      await killed(program, afterMs);
      for (const name of await readdir(program.out).catch(() => [])) {
        if (!name.startsWith("log-")) continue;
        const path = join(program.out, name);
        const { files } = await readManifest(path, parseSecret(program.claimKey) as Uint8Array);
        await checkFiles(path, files);
      }
    }
    // What was left is in nobody's way.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect((await program.backUp()).code).toBe(0);
    await program.loseData();
    expect((await program.restore()).code).toBe(0);
  });

  it("leaves nothing unfinished when a person interrupts it", async () => {
    const program = await aProgram();
    await withPatAndKim(program);
    for (const afterMs of [400, 800, 1200, 1600]) {
      await killed(program, afterMs, "SIGINT");
      const names = await readdir(program.out).catch(() => []);
      expect(names.filter((name) => name.startsWith("."))).toEqual([]);
    }
  });

  it("takes an unfinished backup for none", async () => {
    const program = await aProgram();
    await withPatAndKim(program);
    expect((await program.backUp()).code).toBe(0);
    const [log = ""] = (await readdir(program.out)).filter((name) => name.startsWith("log-"));
    await cp(join(program.out, log), join(program.out, ".unfinished-1"), { recursive: true });
    await rm(join(program.out, log), { recursive: true });
    await program.loseData();
    expect((await program.restore()).stderr).toContain("has no whole backup of the log");
  });

  it("keeps the vault apart from the log, and as many backups as asked for", async () => {
    const program = await aProgram();
    await withPatAndKim(program);
    const { out, folder, run } = program;
    const inside = await run(["backup", "--out", out, "--vault-out", join(out, "vault")]);
    expect(inside).toMatchObject({ code: 1, stdout: "" });
    expect(inside.stderr).toContain("--vault-out: must not be in the folder of --out");
    expect((await run(["backup"])).stderr).toContain("Say where to");
    expect((await run(["backup", "--out", out, "--keep", "none"])).stderr).toContain("--keep");
    await writeFile(join(folder, "file"), "");
    const onFile = await run(["backup", "--out", join(folder, "file", "backups")]);
    expect(onFile.stderr).toMatch(/^No backup was made: /);
    for (let times = 0; times < 3; times++) {
      await new Promise((resolve) => setTimeout(resolve, 400));
      expect((await run(["backup", "--out", out, "--keep", "2"])).code).toBe(0);
    }
    expect((await readdir(out)).filter((name) => name.startsWith("log-"))).toHaveLength(2);
  });
});

/** Starts a backup and kills it. */
async function killed(
  { environment, out }: Program,
  afterMs: number,
  signal: "SIGKILL" | "SIGINT" = "SIGKILL",
): Promise<void> {
  const child = spawn(
    Deno.execPath(),
    ["run", "-A", "api/tasks/admin.ts", "backup", "--out", out],
    { env: { ...Deno.env.toObject(), ...environment }, stdio: "ignore" },
  );
  const gone = new Promise((resolve) => child.once("exit", resolve));
  setTimeout(() => child.kill(signal), afterMs);
  await gone;
}
