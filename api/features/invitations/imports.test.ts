import { expect, it } from "vitest";
import { memberWith } from "../../../events/testing/members.ts";
import { productTopics } from "../../../events/program/topics.ts";
import type { Plan } from "./plan-import.ts";
import { Imports } from "./imports.ts";

const table = new TextEncoder().encode("Email,A,B\npat@example.com,Pat,Reed\n");
const names = { columns: ["email", "firstName", "lastName"] };
const swappedNames = { columns: ["email", "lastName", "firstName"] };

/** Imports whose plans and people wait until a test continues them. */
function given() {
  const plans: (() => void)[] = [];
  const prepared: string[] = [];
  const imports = new Imports({
    staff: { require: async () => memberWith() },
    outgoing: { wake() {} },
    now: () => new Date("2026-11-20T12:00:00Z"),
    log: () => {},
    settings: { topics: () => productTopics },
    preparing: {
      async plan(rows): Promise<Plan> {
        await new Promise<void>((resolve) => plans.push(resolve));
        const planned = rows.flatMap(({ person, ...row }) =>
          person === undefined ? [] : [{ row, invitee: { ...person, username: "pat" }, cells: [] }]
        );
        return { rows: planned.map(({ row }) => row), planned, offers: [] };
      },
      async all(_, { planned }, { onRow }) {
        for (const { row } of planned) {
          prepared.push(row.name);
          onRow({ ...row, is: "invited" }, row);
        }
      },
    },
  });
  const planned = async (count: number) => {
    await expect.poll(() => plans.length).toBe(count);
    return plans;
  };
  /** Opens a file for a staff member, and waits until it is checked. */
  const open = async (who: string) => {
    const before = plans.length;
    const opened = imports.open(who, table, {});
    (await planned(before + 1)).at(-1)?.();
    return await opened;
  };
  return { imports, planned, prepared, open };
}

it("uses the latest choice, also when an earlier check from another tab ends later", async () => {
  const { imports, planned, prepared, open } = given();
  await open("stan");
  const swapped = imports.choose("stan", swappedNames);
  await planned(2);
  const right = imports.choose("stan", names);
  const [, first, second] = await planned(3);
  second?.();
  await right;
  await imports.start("stan");
  first?.();
  await swapped;
  expect(prepared).toEqual(["Pat Reed"]);
  expect((await imports.read("stan"))?.state).toBe("done");
});

it("can't be started while it is checked", async () => {
  const { imports, planned, open } = given();
  await open("stan");
  const checked = imports.choose("stan", names);
  const [, first] = await planned(2);
  await expect(imports.start("stan")).rejects.toThrow("Check the file first");
  first?.();
  expect((await checked).state).toBe("checked");
});

it("drops finished files to make room for the next one", async () => {
  const { imports, open } = given();
  for (const who of ["a", "b", "c", "d", "e"]) await open(who);
  await expect(imports.open("f", table, {})).rejects.toThrow("Others are importing files");
  await imports.start("a");
  await expect.poll(async () => (await imports.read("a"))?.state).toBe("done");
  expect((await open("f")).state).toBe("checked");
  expect(await imports.read("a")).toBeUndefined();
});
