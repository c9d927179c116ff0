import { describe, expect, it } from "vitest";
import { dayMs } from "../../../events/day.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { expectTexts } from "../../testing/expect-answer.ts";
import { aMember, anAlum, aProfile } from "../../testing/members.ts";
import { createTestSite, origin } from "../../testing/site.ts";
import { textOf } from "../../testing/staff-site.ts";

const start = Date.parse("2026-11-20T12:00:00Z");
const fields = { classYear: "2026", rank: "CDT", armyBranch: "Armor", dutyStatus: "Army Reserve" };
const cadetWith = (memberId: string, changes: Partial<MemberRecord> = {}) =>
  aMember({ memberId, emailVerified: true, profile: aProfile(fields), ...changes });
const staff = (memberId: string) =>
  aMember({ memberId, role: "cadre", isCadreConfirmed: true, emailVerified: true });

/** A class of 2026 whose date is eleven days from now by default. */
async function given(
  { members = [cadetWith("casey")], date = "2026-12-01" }: {
    readonly members?: readonly MemberRecord[];
    readonly date?: string | null;
  } = {},
) {
  const clock = { ms: start };
  const site = await createTestSite({
    members: [staff("stan"), anAlum("dana", { classYear: "2014" }), ...members],
    now: () => new Date(clock.ms),
  });
  const { testApp } = site;
  const program = async (form: Readonly<Record<string, string>>, who = "stan") => {
    const answer = await site.send("/program/commissioning", form, who);
    await testApp.settled();
    return answer;
  };
  const setDate = (day: string, classYear = "2026") =>
    program({ does: "commissioning-date", classYear, date: day });
  if (date !== null) await setDate(date);
  return {
    ...site,
    clock,
    program,
    setDate,
    post: (does: string, form: Readonly<Record<string, string>> = {}, who = "casey") =>
      site.send("/commissioning", { does, ...form }, who),
    text: async (path: string, who?: string) => textOf(await site.page(path, who)),
    /** The link of staff's reminder. */
    async link() {
      await program({ does: "remind", classYear: "2026" });
      const [, path] = /(\/c\/[\w-]+\/commissioning)/.exec(
        testApp.mails.at(-1)?.text ?? "",
      ) ?? [];
      return path ?? "";
    },
    async formToken(path: string) {
      return /name="formToken" value="([^"]+)"/.exec(await site.page(path))?.[1] ?? "";
    },
  };
}

const details = {
  rank: "2LT",
  armyBranch: "Armor",
  component: "Army Reserve",
  classYear: "2026",
} as const;

describe("a cadet's commission", () => {
  it("is filled in, and confirmed with one press, and hidden from others until then", async () => {
    const site = await given();
    const html = await site.page("/commissioning", "casey");
    expectTexts(html, [
      "December 1, 2026",
      '<option value="2LT" selected="">',
      '<option value="Armor" selected="">',
      '<option value="Army Reserve" selected="">',
      'value="2026"',
    ]);
    const before = await site.text("/alumni/casey", "dana");
    expectTexts(before, ["CDT"], ["2LT"]);
    const { status, location } = await site.post("confirm", details);
    expect([status, location]).toEqual([303, "/commissioning"]);
    const after = await site.text("/commissioning", "casey");
    expectTexts(after, [
      "You're Commissioned".replace("'", "&#x27;"),
      "2LT, Armor, Army Reserve, class of 2026.",
      "Add an Address That Stays",
      "Undo my confirmation",
    ]);
    expectTexts(await site.text("/alumni/casey", "dana"), ["2LT"]);
    expect(await site.text("/", "casey")).toContain("Add an address that stays with you");
    expect(await site.stored("casey")).toMatchObject({
      role: "alumni",
      profile: { rank: "2LT", armyBranch: "Armor", dutyStatus: "Army Reserve", mos: "11A" },
    });
  });

  it("is shown first on Home from two weeks before the date until answered", async () => {
    const site = await given({ date: "2026-12-05" });
    const lead = "Confirm your commission";
    expect(await site.text("/", "casey")).not.toContain(lead);
    expect(await site.text("/commissioning", "casey")).toContain(
      "You can confirm your commission from November 21, 2026, 14 days before.",
    );
    const early = await site.post("confirm", details);
    expect(early.status).toBe(409);
    expect((await site.stored("casey"))?.role).toBe("cadet");
    site.clock.ms += dayMs / 2;
    const home = await site.text("/", "casey");
    expect(home.indexOf(lead)).toBeGreaterThan(0);
    expect(home.indexOf(lead)).toBeLessThan(home.indexOf("Find someone who can help"));
    expect(await site.text("/", "dana")).not.toContain(lead);
    await site.post("not-this-year");
    expect(await site.text("/", "casey")).not.toContain(lead);
    expect(await site.text("/commissioning", "casey"))
      .toContain("You said that you aren&#x27;t commissioning");
  });

  it("reports missing values at their fields, and keeps choices", async () => {
    const members = [cadetWith("casey", { profile: aProfile({ ...fields, dutyStatus: null }) })];
    const site = await given({ members });
    const { status, html } = await site.post("confirm", {
      ...details,
      component: "",
      rank: "1LT",
    });
    expect(status).toBe(422);
    expectTexts(html, ["Select where you&#x27;ll serve", '<option value="1LT" selected="">']);
  });

  it("is offered to a cadet without a profile", async () => {
    const site = await given({ members: [cadetWith("casey", { profile: null })] });
    expect(await site.text("/commissioning", "casey")).toContain("We don&#x27;t know your class");
    await site.execute("casey", {
      type: "OfferDetails",
      fields: { classYear: "2026", armyBranch: "Aviation" },
      cells: [],
      addresses: ["casey@example.edu"],
    });
    expect(await site.page("/commissioning", "casey"))
      .toContain('<option value="Aviation" selected="">');
    await site.post("confirm", { ...details, armyBranch: "Aviation" });
    expect(await site.text("/commissioning", "casey")).toContain("You have no profile yet.");
    const form = await site.page("/profile/edit", "casey");
    expectTexts(form, [
      '<option value="2LT" selected="">',
      '<option value="Aviation" selected="">',
    ]);
  });

  it("counts once when the button is pressed twice at the same time", async () => {
    const site = await given();
    const answers = await Promise.all(
      ["2LT", "1LT"].map((rank) => site.post("confirm", { ...details, rank })),
    );
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    const events = await site.testApp.database.read(
      "SELECT type FROM events WHERE stream = 'casey' AND type IN ('Commissioned', 'RoleSelected')",
    );
    expect(events.map(({ type }) => type)).toEqual(["Commissioned", "RoleSelected"]);
  });

  it("can be undone for seven days", async () => {
    const site = await given();
    await site.post("confirm", details);
    site.clock.ms += 6 * dayMs;
    await site.post("undo");
    expect(await site.stored("casey")).toMatchObject({
      role: "cadet",
      profile: { rank: "CDT" },
      commissioning: { answer: null },
    });
    await site.post("confirm", details);
    site.clock.ms += 7 * dayMs;
    const { commissioning } = site.product;
    const casey = (await site.stored("casey"))!;
    expect(commissioning.view(casey)).toMatchObject({ is: "confirmed", undoUntil: null });
    await expect(commissioning.execute("casey", { type: "UndoCommission" }, origin)).rejects
      .toThrow("You confirmed more than a week ago");
  });

  it("is kept when staff move or remove the date", async () => {
    const members = [cadetWith("casey"), cadetWith("kim")];
    const site = await given({ members });
    await site.post("confirm", details);
    await site.setDate("2027-05-15");
    expect(await site.text("/commissioning", "casey")).toContain("2LT, Armor");
    expect(await site.text("/commissioning", "kim")).toContain("from May 1, 2027");
    await site.program({ does: "no-commissioning-date", classYear: "2026" });
    expect((await site.stored("casey"))?.role).toBe("alumni");
    expect(await site.text("/commissioning", "kim")).toContain("Staff haven&#x27;t set a date");
    expect((await site.post("confirm", details, "kim")).status).toBe(409);
  });

  it("is kept when they change their role, and can't be undone here then", async () => {
    const site = await given();
    await site.post("confirm", details);
    await site.execute("casey", { type: "SelectRole", role: "cadet" });
    const text = await site.text("/commissioning", "casey");
    expectTexts(text, ["2LT, Armor"], ["listed as alumni", "Undo my confirmation"]);
    expect((await site.post("undo")).status).toBe(409);
  });

  it("can't be confirmed once staff changed their role", async () => {
    const site = await given();
    await site.execute("casey", { type: "GrantCadre" });
    const { status, html } = await site.post("confirm", details);
    expect(status).toBe(409);
    expect(textOf(html)).toContain("You&#x27;re listed as cadre, so there is nothing to confirm");
  });
});

describe("the link in a mail", () => {
  it("confirms in one press without signing in", async () => {
    const site = await given();
    const path = await site.link();
    expect(path).not.toBe("");
    expectTexts(await site.text(path), ["reading and answering as Jordan Rivera", "Your Details"]);
    const form = { does: "confirm", formToken: await site.formToken(path), ...details };
    const answer = await site.send(path, form);
    expect([answer.status, answer.location]).toEqual([303, path]);
    expectTexts(await site.text(path), ["You&#x27;re Commissioned", "Sign in to add an address"]);
    const undo = await site.send(path, { does: "undo", formToken: await site.formToken(path) });
    expect(undo.status).toBe(303);
    expect((await site.stored("casey"))?.role).toBe("cadet");
  });

  it("changes nothing when it is opened, or posted to from another site", async () => {
    const site = await given();
    const path = await site.link();
    await site.page(path);
    expect((await site.send(path, { does: "confirm", ...details })).status).toBe(403);
    expect((await site.send(path, { does: "confirm", formToken: "x", ...details })).status)
      .toBe(403);
    expect((await site.stored("casey"))?.role).toBe("cadet");
  });

  it.each<[string, (site: Awaited<ReturnType<typeof given>>) => Promise<unknown>]>([
    ["suspended", (site) => site.execute("casey", { type: "Suspend" })],
    ["erased", (site) => site.execute("casey", { type: "Erase" })],
    ["made cadre", (site) => site.execute("casey", { type: "GrantCadre" })],
  ])("opens nothing to confirm once its member is %s", async (is, happens) => {
    const site = await given();
    const path = await site.link();
    const formToken = await site.formToken(path);
    await happens(site);
    const { status } = await site.send(path, { does: "confirm", formToken, ...details });
    expect(status).toBe(is === "made cadre" ? 409 : 404);
    const { rows } = {
      rows: await site.testApp.database.read(
        "SELECT 1 FROM events WHERE type = 'Commissioned'",
      ),
    };
    expect(rows).toEqual([]);
  });

  it("expires after thirty days, and doesn't open a conversation", async () => {
    const site = await given();
    const path = await site.link();
    expect((await site.get(path.replace("/commissioning", ""))).status).toBe(404);
    expect((await site.get("/c/unknown/commissioning")).status).toBe(404);
    site.clock.ms += 31 * dayMs;
    expect(await site.text(path)).toContain("This Link Doesn&#x27;t Work");
  });
});
