import { productTopics } from "../../events/program/topics.ts";
import { expect, it } from "vitest";
import type { Plan } from "../invitations/import-alumni.ts";
import type { Row } from "../invitations/read-alumni.ts";
import { createImports } from "./imports.ts";

const table = new TextEncoder().encode("A,B,C\npat@example.com,Pat,Reed\n");
const columns = ["email", "firstName", "lastName"];

/** Imports whose plans and people wait until a test lets them go on. */
function given() {
  const plans: (() => void)[] = [];
  const prepared: string[] = [];
  const imports = createImports({
    now: () => new Date("2026-11-20T12:00:00Z"),
    log: () => {},
    topics: () => productTopics,
    async plan(rows: readonly Row[]): Promise<Plan> {
      await new Promise<void>((resolve) => plans.push(resolve));
      return {
        outcomes: rows.map(({ number }) => ({ number, is: "new", note: undefined })),
        planned: rows.flatMap((row) =>
          row.is === "person"
            ? [{ number: row.number, invitee: { ...row.invitee, username: "pat" } }]
            : []
        ),
      };
    },
    async prepare(_, planned, { onRow }) {
      for (const { number, invitee } of planned) {
        prepared.push(`${invitee.firstName} ${invitee.lastName}`);
        onRow({ number, is: "new", note: undefined });
      }
    },
  });
  const planned = async (count: number) => {
    await expect.poll(() => plans.length).toBe(count);
    return plans;
  };
  return { imports, planned, prepared };
}

it("does what was chosen last, also when an earlier check of another tab ends after it", async () => {
  const { imports, planned, prepared } = given();
  await imports.open("stan", table, {});
  const swapped = imports.choose("stan", ["email", "lastName", "firstName"]);
  await planned(1);
  const right = imports.choose("stan", columns);
  const [first, second] = await planned(2);
  second?.();
  await right;
  await imports.start("stan");
  first?.();
  await swapped;
  expect(prepared).toEqual(["Pat Reed"]);
  expect((await imports.read("stan"))?.state).toBe("done");
});

it("cannot be begun while it is checked", async () => {
  const { imports, planned } = given();
  await imports.open("stan", table, {});
  const checked = imports.choose("stan", columns);
  const [first] = await planned(1);
  await expect(imports.start("stan")).rejects.toThrow("check the file first");
  first?.();
  expect((await checked).state).toBe("checked");
});

it("makes room for who comes next by what is over", async () => {
  const { imports, planned } = given();
  for (const who of ["a", "b", "c", "d", "e"]) await imports.open(who, table, {});
  await expect(imports.open("f", table, {})).rejects.toThrow("Others are importing files");
  const checked = imports.choose("a", columns);
  (await planned(1))[0]?.();
  await checked;
  await imports.start("a");
  await expect.poll(async () => (await imports.read("a"))?.state).toBe("done");
  expect((await imports.open("f", table, {})).state).toBe("asked");
  expect(await imports.read("a")).toBeUndefined();
});
