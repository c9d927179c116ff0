import { randomBytes } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { addPicture, password, send, type SignedUp, signUp } from "../../../../testing/calls.ts";
import { aPhoto } from "../../../../testing/pictures.ts";
import { signInStaff, signUpStaff } from "../../../../testing/staff.ts";
import { aBackedUpProgram, aProgram, logIn } from "../../../../testing/program.ts";
import { highLimits } from "../../../../testing/process.ts";

describe("npm run admin -- restore", { timeout: 60_000 }, () => {
  it("bring back everything that was answered before, while writes went on", async () => {
    const program = await aProgram();
    const product = await program.start({}, highLimits);
    const first = await signUp(product, "first");
    const staff = await signUpStaff(product);
    await staff.post("/program/settings", { does: "support", supportEmail: "rotc@example.edu" });
    const picture = await addPicture(product, first, new Uint8Array(await aPhoto()));
    const answered: SignedUp[] = [first];
    let bio = 0;
    let goesOn = true;
    const { cookie: own } = first;
    const fields = { classYear: "2014", rank: "CPT", armyBranch: "Infantry", mos: "11A" };
    const profile = { ...fields, primaryEmail: "first@example.com", bio: "0" };
    await send(product, "POST", "/api/profile", { cookie: own, body: profile });
    // Changes that no password is hashed for, so that there are always some while a backup is made.
    const writing = (async () => {
      while (goesOn) {
        const body = { bio: String(bio + 1) };
        const { status } = await send(product, "PATCH", "/api/profile", { cookie: own, body });
        expect(status).toBe(200);
        bio += 1;
      }
    })();
    let wantedBio = 0;
    for (let done = 0; done < 2; done++) {
      answered.push(await signUp(product, `person${done}`));
      wantedBio = bio;
      const { code, stdout, stderr } = await program.backUp();
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toContain("Not in it: KEK (the environment) and CLAIM_KEY (the environment)");
      expect(bio).toBeGreaterThan(wantedBio);
    }
    goesOn = false;
    await writing;
    await product.stop("SIGKILL");
    await program.loseData();

    const restored = await program.restore();
    expect({ code: restored.code, stderr: restored.stderr }).toEqual({ code: 0, stderr: "" });
    expect(restored.stdout).toContain("and 2 missing pictures");
    const again = await program.start();
    for (const person of answered) expect(await logIn(again, person)).toBe(200);
    // Sessions of then may have been ended since.
    expect((await send(again, "GET", "/api/user", { cookie: first.cookie })).status).toBe(401);
    const login = { body: { username: "first", password } };
    const { headers } = await send(again, "POST", "/api/login", login);
    const cookie = headers.getSetCookie()[0]?.split(";")[0] ?? "";
    expect((await send(again, "GET", picture, { cookie })).status).toBe(200);
    const mine = await (await send(again, "GET", "/api/profile/me", { cookie })).json();
    expect(Number(mine.bio)).toBeGreaterThanOrEqual(wantedBio);
    expect(await (await send(again, "GET", "/")).text()).toContain("rotc@example.edu");
    await again.stop();
    expect((await program.run(["verify"])).code).toBe(0);
  });

  it("refuses a vault that is older than the log, unless the loss is accepted", async () => {
    const program = await aProgram();
    const product = await program.start();
    await signUp(product, "pat");
    const staff = await signUpStaff(product);
    expect((await program.run(["backup", "--vault-out", program.vaultOut])).code).toBe(0);
    const kim = await signUp(product, "kim");
    // The key of these is not in the older vault, either.
    await staff.post("/program/settings", { does: "support", supportEmail: "rotc@example.edu" });
    await staff.post("/program/settings", { does: "add-topic", label: "Drones" });
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
    const restored = await signInStaff(again);
    expect(await restored.page("/program/settings")).toContain("Drones");
    await restored.post("/program/settings", { does: "support", supportEmail: "new@example.edu" });
    expect(await (await send(again, "GET", "/")).text()).toContain("new@example.edu");
    expect((await program.run(["verify"])).code).toBe(0);
  });

  it("names the file that is damaged, and changes nothing", async () => {
    const { program, picture } = await aBackedUpProgram();
    await program.loseData();
    const [log = ""] = (await readdir(program.out)).filter((name) => name.startsWith("log-"));
    const [vault = ""] = (await readdir(program.vaultOut)).filter((name) => name.startsWith("v"));
    const paths = [
      join(program.out, log, "000000000000"),
      join(program.out, log, "pictures.ndjson"),
      join(program.out, log, "manifest.json"),
      join(program.vaultOut, vault, "vault"),
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
    const { program } = await aBackedUpProgram();
    await program.loseData();
    const another = randomBytes(32).toString("base64");
    expect((await program.restore([], { KEK: another })).stderr).toContain("check KEK_FILE");
    expect((await program.restore([], { CLAIM_KEY: another })).stderr).toContain(
      "Check CLAIM_KEY_FILE",
    );
    const without = await program.restore([], { KEK: "" });
    expect(without.stderr).toContain("KEK_FILE: set it, or copy it to");
    expect(await readdir(program.environment.DATA_DIR).catch(() => [])).toEqual([]);
  });

  it("replaces data only when told to, and none that is in use", async () => {
    const { program, pat } = await aBackedUpProgram({ closesFiles: true });
    const product = await program.start();
    const lee = await signUp(product, "lee");
    expect((await program.restore()).stderr).toContain("Add --yes");
    expect((await program.restore(["--yes"])).stderr).toContain("is in use. Stop the service");
    expect(await logIn(product, lee)).toBe(200);
    await product.stop();
    const { code, stdout } = await program.restore(["--yes"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/Kept the old data: \S+events\.db\.replaced-/);
    const again = await program.start();
    expect(await logIn(again, lee)).toBe(401);
    expect(await logIn(again, pat)).toBe(200);
  });

  it("is started again after it was interrupted, before anything else", async () => {
    const { program } = await aBackedUpProgram({ closesFiles: true });
    // As it is between the first file and the last.
    await rm(join(program.environment.DATA_DIR, "vault.db"));
    await writeFile(join(program.environment.DATA_DIR, "restore-unfinished"), "");
    await expect(program.start()).rejects.toThrow("was interrupted; run it again");
    expect((await program.run(["verify"])).stderr).toContain("was interrupted; run it again");
    expect((await program.restore(["--yes"])).code).toBe(0);
    await (await program.start()).stop();
  });
});
