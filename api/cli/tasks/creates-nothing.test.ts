import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../events/testing/database.ts";
import { runAdminHere } from "../../testing/admin.ts";

it.each([
  ...["verify", "change-secret", "rebuild", "sweep"],
  "backup",
  ...["first-staff", "set-password-link rivera --yes", "export rivera", "held rivera"],
  "delete rivera --yes",
])("%s creates nothing in an empty folder, and names the folder", async (command) => {
  const folder = join(await temporaryFolder(), "mistyped");
  const { code, stdout, stderr } = await runAdminHere(command.split(" "), {
    environment: { DATA_DIR: folder },
  });
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain(`there is no database in ${folder}`);
  expect(stderr).not.toMatch(/^ +at /m);
  await expect(readdir(folder)).rejects.toThrow();
});
