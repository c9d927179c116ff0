import { expect, it } from "vitest";
import { register } from "../../../../events/testing/members.ts";
import { cause, openSystem, secrets } from "../../../../events/testing/system.ts";
import { runAdminHere } from "../../../testing/admin.ts";

const pat = "00000000-0000-4000-8000-000000000001";
const stan = "00000000-0000-4000-8000-000000000002";

it("what staff read and decide in the browser has its command", async () => {
  const { members, readModel, folder } = await openSystem();
  await members.execute(pat, register({ role: "cadet", needs: "approval" }), cause);
  const staff = { username: "stan", email: "stan@example.com", firstName: "Stan" };
  await members.execute(stan, register({ ...staff, role: "cadre", hasCode: true }), cause);
  await readModel.catchUp();
  const environment = {
    DATA_DIR: folder,
    KEK: Buffer.from(secrets.kek).toString("base64"),
    CLAIM_KEY: Buffer.from(secrets.claimKey).toString("base64"),
  };
  const run = (...args: string[]) => runAdminHere(args, { environment });
  const read = async (...args: string[]) => JSON.parse((await run(...args, "--json")).stdout);

  expect(await read("people", "--all", "--names")).toMatchObject([
    { memberId: pat, role: "cadet", state: "waiting", isStaff: false, name: "Pat Doe" },
    { memberId: stan, role: "cadre", state: "in", isStaff: true, name: "Stan Doe" },
  ]);
  expect((await run("people", "--all", "--role", "cadre")).stdout)
    .toBe(`${stan}  cadre  in  staff\n1 person.\n`);
  expect((await run("people", "--all", "--search", "pat", "--state", "in")).stdout)
    .toBe("0 people.\n");
  expect((await run("people", "--all", "--state", "lost")).stderr)
    .toContain(
      '--state must be one of in, waiting, invited, refused, suspended, asking closed, which "lost"',
    );

  expect((await run("approve", pat)).stdout).toBe(`Member ${pat} is approved now.\n`);
  expect((await run("close-asking", "pat")).stdout).toBe(`Member ${pat} can't ask others now.\n`);
  expect((await run("open-asking", "pat")).stdout).toBe(`Member ${pat} can ask others now.\n`);
  const kim = ["invite", "kim@example.com", "--first", "Kim", "--last", "Lee"];
  await run(...kim);
  expect(await read("invitations", "--resend", "--of", "kim@example.com", "--yes"))
    .toEqual({ mailed: 1 });
  expect(await read("invitations", "--expire", "--of", "kim@example.com", "--yes"))
    .toEqual({ deleted: 1 });
  expect((await run("invitations", "--expire", "--of", "pat", "--yes")).stderr)
    .toBe("They have answered, or weren't invited\n");
  await run("settings", "--add-topic", "Drones");

  const done = await read("history");
  expect(done.map(({ does, by, about }: Record<string, unknown>) => [does, by, about])).toEqual([
    ["topic", "operator", null],
    ["withdrew", "operator", null],
    ["reminded", "operator", null],
    ["invited", "operator", null],
    ["opened", "operator", pat],
    ["closed", "operator", pat],
    ["accepted", "operator", pat],
  ]);
  expect(done[0].what).toBe("added the help topic “Drones”");
  const told = (await run("history", "--names")).stdout.split("\n");
  expect(told[0]).toMatch(/^2\d{3}-\d\d-\d\d \d\d:\d\d {2}operator added the help topic “Drones”$/);
  expect(told[5]).toMatch(/operator stopped Pat Doe \(.*001\) from asking for help$/);
  expect((await run("reports")).stdout).toBe("No reports.\n");
}, 180_000);
