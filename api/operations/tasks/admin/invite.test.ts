import { expect, it } from "vitest";
import { openSystem, secrets } from "../../../../events/testing/system.ts";
import { runAdminHere } from "../../../testing/admin.ts";

it("npm run admin -- invite prepares an account, once, and mails its person", async () => {
  const { readModel, databases, folder } = await openSystem();
  const environment = {
    DATA_DIR: folder,
    KEK: Buffer.from(secrets.kek).toString("base64"),
    CLAIM_KEY: Buffer.from(secrets.claimKey).toString("base64"),
  };
  const run = (...args: string[]) => runAdminHere(args, { environment });
  const kim = ["invite", "kim@example.com", "--first", "Kim", "--last", "Lee"];
  expect((await run(...kim, "--json")).stdout).toBe('{\n  "invited": 1\n}\n');
  await readModel.catchUp();
  expect((await readModel.members.takenNames(["kim@example.com"])).size).toBe(1);
  expect(await databases.events.read("SELECT kind FROM outbox")).toEqual([{ kind: "invitation" }]);
  const again = await run(...kim);
  expect([again.code, again.stderr])
    .toEqual([1, "Someone has an account with this address already\n"]);
  const wrong = await run("invite", "kim", "--first", "Kim");
  expect([wrong.code, wrong.stderr])
    .toEqual([1, "Invalid email address. Last name is required\n"]);
  expect(JSON.parse((await run("invitations", "--names", "--json")).stdout)).toMatchObject([
    { is: "open", name: "Kim Lee", email: "kim@example.com" },
  ]);
}, 120_000);
