import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../events/testing/database.ts";
import { makeIdentity } from "../../config/identities.ts";
import { restoreFilesIn, someone, someProfile, type TestApp } from "../../testing/app.ts";
import { appForTest } from "../../testing/app-for-test.ts";
import { smallDisk } from "../../testing/small-disk.ts";
import { anImage, keysIn, savePicture } from "../../testing/pictures.ts";
import { backUpApp, bodyOf, restoredApp, stateAfter } from "../../testing/restored.ts";

async function pictured() {
  const app = await appForTest();
  const [pat, kim] = [await app.member({ username: "pat" }), await app.member()];
  await savePicture(pat, await anImage());
  expect((await kim.post("/api/profile", someProfile)).status).toBe(201);
  return { app, pat, kim, file: await backUpApp(app) };
}

const restoreFolder = (app: TestApp) =>
  readdir(join(app.folder, "restore")).catch(() => [] as string[]);

it("shows a backup's content, restores all of it, and reports what was kept", async () => {
  const { app: before, pat, kim, file } = await pictured();
  const empty = await appForTest();
  const { restore } = empty.product;
  expect([await restore.isOffered(), restore.state()]).toEqual([true, { is: "nothing" }]);
  await restore.receive(await bodyOf(file), (await readFile(file)).length);
  await restore.check({ file: "uploaded", secret: before.secrets.identity });
  expect(await stateAfter(empty)).toMatchObject({
    is: "checked",
    about: { program: "Old State ROTC", people: 2, version: "1.0.0", invitations: 0 },
  });

  const app = await restoredApp(file, before.secrets);
  expect((await app.readModel.members.byId(pat.memberId))?.username).toBe("pat");
  expect((await keysIn(app.objects)).sort()).toEqual((await keysIn(before.objects)).sort());
  // Search finds them immediately, without a command.
  const reader = app.browser();
  const { username, password } = { ...someone, username: "pat" };
  expect((await reader.post("/api/login", { username, password })).status).toBe(200);
  const found = await (await reader.get("/api/directory?search=Armor")).json();
  expect(JSON.stringify(found)).toContain(kim.memberId);
  expect(await app.product.restore.lastRestore()).toMatchObject({ people: 2, invitations: 0 });
  expect(await app.product.restore.isOffered()).toBe(false);
  await expect(app.product.restore.receive(await bodyOf(file), undefined)).rejects.toThrow(
    "This directory has people already",
  );
  await expect(app.product.restore.start()).rejects.toThrow("This directory has people already");
  expect(await restoreFolder(app)).toEqual([]);
  // Sessions from before the restore have ended.
  const headers = { Cookie: `session=${pat.session()}` };
  expect((await app.browser().get("/api/user", { headers })).status).toBe(401);
});

describe("what can't be restored", () => {
  it("is explained, and another secret can be tried without uploading the file again", async () => {
    const { app: before, file } = await pictured();
    const empty = await appForTest();
    const { restore } = empty.product;
    await restore.receive(await bodyOf(file), undefined);
    const other = (await makeIdentity()).identity;
    await restore.check({ file: "uploaded", secret: other });
    expect(await stateAfter(empty)).toMatchObject({
      is: "refused",
      message: expect.stringMatching(/^This secret doesn't open this backup/),
    });
    await expect(restore.start()).rejects.toThrow("No backup is ready");
    await restore.check({ file: "uploaded", secret: before.secrets.identity });
    expect(await stateAfter(empty)).toMatchObject({ is: "checked" });
    expect(JSON.stringify(empty.logged)).not.toContain(other);
    await restore.forget();
    expect([restore.state(), await restoreFolder(empty)]).toEqual([{ is: "nothing" }, []]);
  });

  it("includes incomplete uploads and files that are too large", async () => {
    const { file } = await pictured();
    const empty = await appForTest();
    const { restore } = empty.product;
    const { length } = await readFile(file);
    await expect(restore.receive(await bodyOf(file), length + 1)).rejects.toThrow(
      "The file didn't arrive completely",
    );
    const broken = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new Uint8Array(1000));
        controller.error(new Error("The connection is gone"));
      },
    });
    await expect(restore.receive(broken, undefined)).rejects.toThrow("didn't arrive completely");
    await expect(restore.receive(await bodyOf(file), 6 * 1024 ** 3)).rejects.toThrow(
      "This file has more than 5 GB",
    );
    expect(await restoreFolder(empty)).toEqual([]);
  });

  it("includes a file larger than the free disk space, before or during its upload", async (test) => {
    const disk = await smallDisk(80);
    if (disk === undefined) return test.skip("a disk of its own can be mounted by root only");
    const empty = await appForTest({ restoring: { files: restoreFilesIn(disk) } });
    const { restore } = empty.product;
    const megabytes = (count: number) =>
      new Blob(Array.from({ length: count }, () => new Uint8Array(1e6))).stream();
    await expect(restore.receive(megabytes(1), 50e6)).rejects.toThrow(
      "The disk has too little room to restore this backup. This takes 164 MB.",
    );
    await expect(restore.receive(megabytes(90), undefined)).rejects.toThrow(
      "The disk has too little room to restore this backup. Free some, then try again.",
    );
    expect(restore.state()).toMatchObject({ is: "refused" });
    expect(await readdir(disk)).not.toContain("restore");
  });

  it("includes a second backup at the same time", async () => {
    const { app: before, file } = await pictured();
    const empty = await appForTest();
    const { restore } = empty.product;
    await restore.receive(await bodyOf(file), undefined);
    const secret = before.secrets.identity;
    const both = [
      restore.check({ file: "uploaded", secret }),
      restore.check({ file: "uploaded", secret }),
    ];
    const outcomes = await Promise.allSettled(both);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect(await stateAfter(empty)).toMatchObject({ is: "checked" });
  });

  it("includes a backup once someone has joined the directory", async () => {
    const { app: before, file } = await pictured();
    const empty = await appForTest();
    const { restore } = empty.product;
    await restore.receive(await bodyOf(file), undefined);
    await restore.check({ file: "uploaded", secret: before.secrets.identity });
    await stateAfter(empty);
    await restore.start();
    const { check } = await empty.replacing;
    await empty.member();
    await expect(check()).rejects.toThrow("This directory has people already");
  });
});

it("offers backups from the place where they are made, and reads one from there", async () => {
  const { app: before, file } = await pictured();
  const listed = { name: "alumni-2026-03-01T12-00-00Z.age", madeAt: new Date(0), bytes: 1 };
  const source = {
    list: async () => [{ ...listed, bytes: (await readFile(file)).length }],
    open: async (name: string) => name === listed.name ? await bodyOf(file) : undefined,
  };
  const files = restoreFilesIn(await temporaryFolder());
  const empty = await appForTest({ restoring: { files, source } });
  const { restore } = empty.product;
  expect(await restore.files()).toMatchObject([{ name: listed.name }]);
  await restore.check({ file: "alumni-gone.age", secret: before.secrets.identity });
  expect(await stateAfter(empty)).toEqual({
    is: "refused",
    message: "This backup isn't there anymore. Choose another one.",
  });
  await restore.check({ file: listed.name, secret: before.secrets.identity });
  expect(await stateAfter(empty)).toMatchObject({ is: "checked" });
});
