import { expect, it } from "vitest";
import { register } from "../../../../events/testing/members.ts";
import { cause, openSystem, secrets } from "../../../../events/testing/system.ts";
import { runAdminHere } from "../../../testing/admin.ts";

const pat = "00000000-0000-4000-8000-000000000001";

it("npm run admin -- people lists applicants, and decisions apply at once", async () => {
  const { members, readModel, mailQueue, log, folder } = await openSystem();
  await members.execute(pat, register({ role: "cadre", needs: "approval" }), cause);
  const environment = {
    DATA_DIR: folder,
    KEK: Buffer.from(secrets.kek).toString("base64"),
    CLAIM_KEY: Buffer.from(secrets.claimKey).toString("base64"),
  };
  const run = (...args: string[]) => runAdminHere(args, { environment });
  const record = async () => {
    await readModel.catchUp();
    return await readModel.members.byId(pat);
  };

  const waiting = await run("people", "--waiting");
  expect(waiting.stdout).toMatch(
    new RegExp(`^${pat} {2}waits for staff {2}since \\d{4}-\\d\\d-\\d\\d\n$`),
  );
  const words = "Please use your own name";
  expect((await run("refuse", "pat@example.com", "--words", words)).stdout)
    .toBe(`Member ${pat} is declined now.\n`);
  expect((await record())?.admission).toMatchObject({ state: "refused", words });
  expect(JSON.parse((await run("people", "--names", "--json")).stdout)).toMatchObject([
    { memberId: pat, is: "refused", name: "Pat Doe", email: "pat@example.com" },
  ]);
  expect((await run("confirm-cadre", "pat@example.com")).stderr).toContain("isn't confirmed");
  expect((await run("confirm-cadre", "pat")).code).toBe(0);
  expect(await record()).toMatchObject({ isCadreConfirmed: true, admission: { by: "operator" } });
  expect((await run("refuse", pat)).stderr)
    .toBe("This person has staff access. Remove it first.\n");
  expect((await run("unconfirm-cadre", pat)).code).toBe(0);
  expect((await record())?.isCadreConfirmed).toBe(false);
  expect((await mailQueue.waiting()).count).toBe(3);
  expect((await log.readStream(pat)).slice(2).map(({ type, actorId }) => [type, actorId])).toEqual([
    ["MemberRefused", "operator"],
    ["CadreConfirmed", "operator"],
    ["MemberAdmitted", "operator"],
    ["CadreUnconfirmed", "operator"],
  ]);
}, 120_000);
