import { describe, expect, it } from "vitest";
import { register } from "../testing/members.ts";
import type { MemberRecord } from "../members/record.ts";
import { openSystemOf } from "../testing/people.ts";
import { changeRecords } from "../testing/rows.ts";
import { cause, dump, openSystem, type System } from "../testing/system.ts";
import { OtherProjection, projection } from "./projection.ts";

const later = projection + 1;

/** Two people, in read tables whose rows are as an earlier version of the product wrote them. */
async function writtenEarlier(): Promise<System> {
  const system = await openSystemOf("a");
  await system.members.execute("b", register({ username: "kim" }), cause);
  const { database, keys } = system;
  await changeRecords(
    { database, keys },
    ({ firstName: _, profile: __, ...record }) => record as MemberRecord,
  );
  return system;
}

describe("read tables of another projection", () => {
  it("are rebuilt in the current shape, and used from then on", async () => {
    const earlier = await writtenEarlier();
    const { readModel } = await openSystem(earlier.folder, { projection: later });
    expect(await readModel.isCurrentProjection()).toBe(false);
    await readModel.rebuild();
    expect(await readModel.isCurrentProjection()).toBe(true);
    expect(await readModel.members.byId("a")).toMatchObject({ firstName: "Pat", profile: null });
    const again = await openSystem(earlier.folder, { projection: later });
    expect(await again.readModel.isCurrentProjection()).toBe(true);
  });

  it("are neither read nor written", async () => {
    const earlier = await writtenEarlier();
    const { members, readModel } = await openSystem(earlier.folder, { projection: later });
    const before = await dump(earlier);
    await expect(members.execute("a", { type: "SelectRole", role: "cadet" }, cause)).rejects
      .toThrow(OtherProjection);
    await expect(readModel.members.byId("a")).rejects.toThrow(/stop the other version/);
    expect(await dump(earlier)).toEqual(before);
  });

  it("are served by their own version until another one switches", async () => {
    const earlier = await openSystemOf("a");
    await earlier.members.execute("b", register({ username: "kim", role: null }), cause);
    const { readModel } = await openSystem(earlier.folder, { projection: later });
    const others: Promise<unknown>[] = [];
    await readModel.rebuild(() =>
      void others.push(
        earlier.members.execute("b", { type: "SelectRole", role: "cadet" }, cause),
      )
    );
    const [first] = await Promise.allSettled(others);
    await expect(earlier.readModel.members.byId("a")).rejects.toThrow(OtherProjection);
    await expect(earlier.members.execute("b", { type: "SelectRole", role: "alumni" }, cause))
      .rejects.toThrow(OtherProjection);
    // Either one may switch first.
    const role = first?.status === "fulfilled" ? "cadet" : null;
    expect(await readModel.members.byId("b")).toMatchObject({ firstName: "Pat", role });
  });

  it("belong to one version when two rebuild at once", async () => {
    const earlier = await writtenEarlier();
    const both = await Promise.all(
      [later, later + 1].map((projection) => openSystem(earlier.folder, { projection })),
    );
    const built = await Promise.allSettled(both.map(({ readModel }) => readModel.rebuild()));
    const refused = built.find(({ status }) => status === "rejected");
    expect(refused).toMatchObject({ reason: expect.any(OtherProjection) });
    const first = both.find((_, at) => built[at]?.status === "fulfilled");
    expect(await first?.readModel.members.byId("a")).toMatchObject({ firstName: "Pat" });
  });

  it("belong to any projection while they are empty", async () => {
    const { folder } = await openSystem();
    const { readModel } = await openSystem(folder, { projection: later });
    expect(await readModel.isCurrentProjection()).toBe(true);
  });
});
