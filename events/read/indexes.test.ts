import { expect, it, vi } from "vitest";
import { yearMs } from "../members/program-mails.ts";
import { openSystemWith } from "../testing/people.ts";

it("finds rare rows by their indexes", async () => {
  const { database, readModel, keys } = await openSystemWith({ pat: "cadre" });
  const reads = vi.spyOn(database, "read");
  const { connections, members, people } = readModel;
  await connections.forgottenTexts(5);
  await members.erasedSince(0, 5);
  await members.pausedUntil("2026-11", 5);
  await members.withNudgeIn({ afterMs: 0, untilMs: 5 });
  await members.withYearEndingIn({ afterMs: 0, untilMs: 5 });
  await members.withYearEndingIn({ afterMs: yearMs - 1, untilMs: yearMs + 1 });
  await people.cadre();
  await people.listed("approval", 5);
  await connections.timesAsked(["pat"], "ann", { fromMs: 0, untilMs: 1 });
  await keys.erasedIds();
  const asked = reads.mock.calls.filter(([sql]) => sql.startsWith("select"));
  expect(asked).toHaveLength(11);
  for (const [sql, args] of asked) {
    const plan = await database.read(`EXPLAIN QUERY PLAN ${sql}`, args);
    const scans = plan.map(({ detail }) => String(detail)).filter((one) => /^SCAN/.test(one));
    expect(scans.filter((one) => !/INDEX/.test(one)), sql).toEqual([]);
  }
});
