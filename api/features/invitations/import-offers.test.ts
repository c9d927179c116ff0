import { describe, expect, it } from "vitest";
import { appForTest } from "../../testing/app-for-test.ts";
import { someProfile, type TestApp } from "../../testing/app.ts";

const cause = { actorId: "test", correlationId: "test" };
const header = "Email,Email 2,Name,Company,Army schools";

/** A program with staff, and Ada, whose address is confirmed and whose profile is hidden. */
async function given(beside?: TestApp) {
  const app = await appForTest({ cadreCode: "code", ...beside && { beside } });
  const { product, members, readModel } = app;
  const staff = async () => await app.member({ role: "cadre", cadreCode: "code" });
  const confirmed = async (email: string, isConfirmed = true) => {
    const { memberId, post } = await app.member({ email, username: email.split("@")[0] ?? "" });
    await post("/api/profile", { ...someProfile, company: "Acme", isVisible: false });
    if (isConfirmed) await members.execute(memberId, { type: "VerifyEmail", email }, cause);
    return memberId;
  };
  const open = async (by: string, ...rows: readonly string[]) =>
    await product.imports.open(
      by,
      new TextEncoder().encode([header, ...rows].join("\n")),
      {},
    );
  const state = async (by: string) => (await product.imports.read(by))?.state;
  const run = async (by: string) => {
    await product.imports.start(by);
    await expect.poll(() => state(by)).toMatch(/done|failed/);
    return await product.imports.read(by);
  };
  const offerOf = async (memberId: string) => (await readModel.members.byId(memberId))?.offer;
  const offered = async () =>
    await app.database.read(
      "SELECT stream FROM events WHERE type = 'DetailsOffered' AND stream IN (SELECT stream FROM events WHERE type = 'ProfileHidden')",
    );
  return { app, staff, confirmed, open, run, offerOf, offered };
}

describe("a list with a member", () => {
  it("offers new details only to the member, once, and shows staff nothing about them", async () => {
    const { staff, confirmed, open, run, offerOf, offered } = await given();
    const { memberId: stan } = await staff();
    const ada = await confirmed("ada@example.com");
    const row = "old@example.com,ADA@Example.com,Ada Lee,Raytheon,Airborne";
    const checked = await open(stan, row);
    expect(checked.rows).toEqual([
      {
        number: 2,
        name: "Ada Lee",
        email: "old@example.com",
        is: "here",
        notes: [],
        as: null,
        why: null,
      },
    ]);
    expect((await open(stan, "old@example.com,ada@example.com,Ada Lee,Acme,")).rows)
      .toEqual(checked.rows);
    expect(await offered()).toEqual([]);
    await open(stan, row);
    expect((await run(stan))?.rows).toEqual(checked.rows);
    expect(await offerOf(ada)).toMatchObject({
      fields: {
        company: "Raytheon",
        armySchools: ["Airborne"],
        secondaryEmail: "old@example.com",
      },
      cells: [],
    });
    await open(stan, row);
    await run(stan);
    expect(await offered()).toHaveLength(1);
  });

  it("offers nothing when the address may belong to someone else", async () => {
    const { staff, confirmed, open, run, offerOf } = await given();
    const { memberId: stan } = await staff();
    const squatter = await confirmed("victim@example.com", false);
    const [ada, bob] = [await confirmed("ada@example.com"), await confirmed("bob@example.com")];
    const checked = await open(
      stan,
      "victim@example.com,,Vic Tim,Raytheon,",
      "ada@example.com,bob@example.com,Ada Lee,Raytheon,",
    );
    expect(checked.rows.map(({ is }) => is)).toEqual(["here", "here"]);
    await run(stan);
    for (const memberId of [squatter, ada, bob]) expect(await offerOf(memberId)).toBeNull();
  });

  it("continues when one of them is erased before it runs", async () => {
    const { app, staff, confirmed, open, run, offerOf } = await given();
    const { memberId: stan } = await staff();
    const [ada, bob] = [await confirmed("ada@example.com"), await confirmed("bob@example.com")];
    const row = (name: string) => `${name}@example.com,,,Raytheon,`;
    await open(stan, row("ada"), row("kim"), row("bob"));
    await app.members.execute(ada, { type: "Erase" }, cause);
    const done = await run(stan);
    expect(done?.state).toBe("done");
    expect(done?.rows.map(({ is }) => is)).toEqual(["here", "invited", "here"]);
    expect(await offerOf(ada)).toBeUndefined();
    expect(await offerOf(bob)).toMatchObject({ fields: { company: "Raytheon" } });
  });

  it("replaces details from an earlier list about a person who has not answered", async () => {
    const { app, staff, open, run } = await given();
    const { memberId: stan } = await staff();
    await open(stan, "kim@example.com,,Kim Lee,Raytheon,");
    await run(stan);
    await open(stan, "kim@example.com,,Kim Lee,Boeing,");
    await run(stan);
    const kim = await app.readModel.members.byEmail("kim@example.com");
    expect(kim?.offer?.fields).toEqual({ company: "Boeing" });
  });
});

describe("the same list at the same time", () => {
  const rows = Array.from({ length: 15 }, (_, at) => `p${at}@example.com,,Pat Doe,Acme,`);
  /** Numbers of accounts and mails, both waiting and sent by these nodes. */
  const invited = async (...nodes: readonly TestApp[]) => {
    const [{ database }] = nodes as [TestApp];
    // A mail that is being sent would be counted twice: its row is removed afterwards.
    for (const node of nodes) await node.settled();
    const registered =
      "SELECT 1 FROM events WHERE type = 'MemberRegistered' AND actor_id <> stream";
    const waiting = "SELECT 1 FROM outbox WHERE kind = 'invitation'";
    const sent = nodes.flatMap(({ mails }) => mails).filter(({ subject }) =>
      /invite[sd]/i.test(subject)
    );
    return {
      accounts: (await database.read(registered)).length,
      mails: (await database.read(waiting)).length + sent.length,
    };
  };

  it("invites everyone once when two staff members import it", async () => {
    const { app, staff, open, run } = await given();
    const [{ memberId: stan }, { memberId: vera }] = [await staff(), await staff()];
    await open(stan, ...rows);
    await open(vera, ...rows);
    const both = [stan, vera];
    const starts = await Promise.allSettled(both.map((by) => app.product.imports.start(by)));
    const refused = starts.filter((start) => start.status === "rejected");
    expect(refused.map(({ reason }) => String(reason))).toEqual([
      expect.stringContaining("Another file is being imported"),
    ]);
    const isFirst = starts[0]?.status === "fulfilled";
    await run(isFirst ? stan : vera);
    const second = await run(isFirst ? vera : stan);
    expect(new Set(second?.rows.map(({ is }) => is))).toEqual(new Set(["here"]));
    expect(await invited(app)).toEqual({ accounts: 15, mails: 15 });
  });

  it("invites everyone once when two nodes import it", async () => {
    const one = await given();
    const two = await given(one.app);
    const [{ memberId: stan }, { memberId: vera }] = [await one.staff(), await one.staff()];
    await one.open(stan, ...rows);
    await two.open(vera, ...rows);
    const both = await Promise.all([one.run(stan), two.run(vera)]);
    expect(both.map((file) => file?.state)).toEqual(["done", "done"]);
    expect(await invited(one.app, two.app)).toEqual({ accounts: 15, mails: 15 });
  });
});
