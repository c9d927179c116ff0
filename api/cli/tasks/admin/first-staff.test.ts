import { expect, it } from "vitest";
import { cause, openSystem } from "../../../../events/testing/system.ts";
import { register } from "../../../../events/testing/members.ts";
import { runAdminOn } from "../../../testing/admin.ts";

const memberId = "00000000-0000-4000-8000-000000000001";

it(
  "npm run admin -- first-staff prints a link if there is no staff, and says what to do otherwise",
  async () => {
    const system = await openSystem();
    const { members, database } = system;
    const run = runAdminOn(system);
    const printed = await run("first-staff");
    expect(printed).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^Open this link[^\n]*\nhttp:\/\/127\.0\.0\.1:8000\/first-staff\?token=[\w-]{43}\n$/,
      ),
    });
    const stored = await database.read("SELECT digest, kind FROM tokens");
    expect(stored.map(({ kind }) => kind)).toEqual(["first-staff"]);
    expect(printed.stdout).not.toContain(String(stored[0]?.digest));
    await members.execute(memberId, register({ role: "cadre", confirmedBy: "code" }), cause);
    expect(await run("first-staff")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("They give others staff access under Program"),
    });
  },
);
