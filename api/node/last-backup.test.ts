import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../events/testing/database.ts";
import { EnvironmentError } from "../config/environment-error.ts";
import { noteLastBackup, readLastBackup } from "./last-backup.ts";

it("says that a backup cannot be noted where a folder is in the place of the note", async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, "last-backup.json"));
  const noted = noteLastBackup(folder, new Date());
  await expect(noted).rejects.toThrow(EnvironmentError);
  await expect(noted).rejects.toThrow(/the backup is made, but .*last-backup.json, which notes it/);
  expect(await readdir(folder)).toEqual(["last-backup.json"]);
  expect(await readLastBackup(folder)).toBeUndefined();
});
