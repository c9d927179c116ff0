import { describe, expect, it } from "vitest";
import { testOrigin } from "../../../api/testing/app.ts";
import { connectedOn } from "../../../api/testing/connected.ts";
import { staffSite, textOf } from "../../testing/staff-site.ts";
import { expectAnswer, expectTexts } from "../../testing/expect-answer.ts";

/**
 * A program that approves members, with an applicant, Wanda, and Uma, who is cadre without staff
 * access.
 */
async function given() {
  const site = await staffSite();
  const { testApp, page, set } = site;
  const uma = await testApp.member({ firstName: "Uma", role: "cadet" });
  const cause = { actorId: uma.memberId, correlationId: "test" };
  await testApp.members.execute(uma.memberId, { type: "SelectRole", role: "cadre" }, cause);
  const others = [await testApp.member({ role: "cadet" }), await testApp.member(), uma];
  await set({ does: "admission", admission: "approved" });
  const wanda = await testApp.member({ firstName: "Wanda", email: "wanda@example.com" });
  const text = async (at: string) => textOf(await page(at));
  return { ...site, others, wanda, text };
}

/** Casey, who has reported a message by Alma. */
async function withReport() {
  const site = await staffSite();
  const clock = { ms: Date.now() };
  const { person, ask } = connectedOn(site.testApp, clock);
  const [casey, alma] = [await person("Casey"), await person("Alma", "alumni")];
  const id = await ask(casey, alma);
  const message = await alma.write(id, "Buy my <boots>");
  const report = { messageId: (await message.json()).id, reason: "spam" } as const;
  expect((await casey.report(id, report)).status).toBe(204);
  const page = (query = "") => site.page(`/program/reports${query}`);
  const [{ id: reportId }] =
    await (await site.stan.does(async ({ reports }, me) =>
      (await reports.page(me, { page: 1 })).reports
    )).json();
  const post = (form: Readonly<Record<string, string>>) => site.post("/program/reports", form);
  return { ...site, casey, alma, reportId: reportId as string, page, post };
}

describe("the pages of the program's staff", () => {
  it("aren't available to others, nor are links to them", async () => {
    const { others, wanda, routes, send, read } = await given();
    const ofStaff = routes.filter(({ path, method }) =>
      path.startsWith("/program") && method !== "ALL"
    );
    expect(ofStaff.length).toBeGreaterThan(30);
    for (const who of others) {
      for (const { path, method } of ofStaff) {
        const address = path.replace(/:\w+/, wanda.memberId);
        const form = { memberId: wanda.memberId, does: "accept", action: "nothing" };
        const { status } = method === "POST"
          ? await send(address, form, who.session())
          : await read(address, who.session());
        expect([method, address, status]).toEqual([method, address, 404]);
      }
      expect((await read("/", who.session())).html).not.toContain("/program");
    }
  });
});

describe("/program", () => {
  it("shows applicants, with counts first, and without profiles; so do Home and its menu", async () => {
    const { page, text, wanda, post } = await given();
    await wanda.patch("/api/profile", { bio: "Wombat" });
    expect(await page("/"))
      .toMatch(/<a class="user-menu-item" href="\/program"><svg.*?<\/svg>Program<\/a>/);
    for (const at of ["/", "/program"]) {
      expect(await text(at)).toMatch(
        /1 person is waiting for approval Newest: Wanda Doe, \w+ \d+, \d+ See who&#x27;s waiting/,
      );
    }
    expectTexts(await page("/program"), ["wanda@example.com", "Address not confirmed"], ["Wombat"]);
    const refuse = { memberId: wanda.memberId, does: "refuse", words: "Unknown here" };
    await post("/program/people", refuse);
    expectTexts(await text("/program"), ["“Unknown here”", "Nothing is waiting."]);
  });

  it("lists staff in a table, and says that the only one stays", async () => {
    expect(await (await given()).text("/program")).toMatch(
      /Name Staff access Action Uma Doe member\d@example.com Address not confirmed Not staff yet Give staff access Stan Doe \(you\) Since \w+ \d+, \d+ Only staff member/,
    );
  });

  it("links from one applicant back to the others", async () => {
    const { post, wanda: { memberId } } = await given();
    const { location } = await post("/program/people", {
      memberId,
      does: "accept",
      seen: "waiting",
    });
    expect(location).toBe("/program#waiting-title");
  });

  it("accepts, refuses with a message, and says what the applicant was told", async () => {
    const { testApp, wanda: { memberId }, ...site } = await given();
    const post = (form: Record<string, string>) =>
      site.post("/program/people", { memberId, ...form });
    const admission = async () => (await testApp.readModel.members.byId(memberId))?.admission;
    const refused = await post({ does: "refuse", words: "Who are you?" });
    expect([refused.status, refused.location]).toEqual([303, "/program"]);
    expect(await admission()).toMatchObject({ words: "Who are you?" });
    // Sent from a page that was opened before.
    const late = await post({ does: "accept", seen: "waiting" });
    expectAnswer(late, 409, "Someone else has declined this person");
    expect((await post({ does: "accept", seen: "refused" })).status).toBe(303);
    expect(await admission()).toMatchObject({ state: "admitted" });
    expect((await post({ does: "else" })).status).toBe(422);
    expect((await post({ does: "accept", memberId: "nobody" })).status).toBe(404);
  });
});

describe("/program/reports", () => {
  it("shows the reported message, and requires text for a warning", async () => {
    const { page, post, reportId } = await withReport();
    expectTexts(textOf(await page()), [
      ...["Buy my &lt;boots&gt;", "Reported by Casey LastCasey", "Alma LastAlma wrote:"],
      "You can&#x27;t delete anyone&#x27;s account",
    ]);
    const answer = await post({ reportId, action: "warn" });
    expectAnswer(answer, 422, "Write what they should know");
    expect((await post({ reportId, action: "warn", words: "No selling" })).status).toBe(303);
    expect(await page()).toContain("No open reports.");
    const closed = await page("?state=handled");
    expectTexts(closed, ["Author warned", "Closed by Stan Doe"], ['name="reportId"']);
  });

  it("offers to let a member ask again, and names no one once the text is deleted", async () => {
    const { page, post, reportId, alma, casey } = await withReport();
    await post({ reportId, action: "close" });
    const name = "Alma LastAlma can&#x27;t ask others for help.";
    expect(await page("?state=handled")).toContain(name);
    const open = { memberId: alma.memberId, action: "open-asking" };
    expect((await post(open)).status).toBe(303);
    expect(await page("?state=handled")).not.toContain(name);
    await casey.delete("/api/account");
    const html = await page("?state=handled");
    expectTexts(html, ["The text of this report was deleted"], ["Casey", 'value="warn"']);
  });

  it("closes several together, after asking", async () => {
    const { testApp, stan, page, request, reportId } = await withReport();
    const reportIds = [reportId, crypto.randomUUID(), crypto.randomUUID()];
    await testApp.database.write(
      reportIds.slice(1).map((id) => ({
        sql: `INSERT INTO reports (report_id, reporter_id, reason, position, at_ms)
            VALUES (?1, ?1, 'spam', 1000000, 1)`,
        args: [id],
      })),
    );
    const post = async (...pairs: [string, string][]) => {
      const headers = { Origin: testOrigin, Cookie: `session=${stan.session()}` };
      const body = new URLSearchParams(pairs);
      return await (await request("/program/reports", { method: "POST", headers, body })).text();
    };
    expect((await page()).match(/name="reportIds"/g)).toHaveLength(3);
    const many: [string, string] = ["action", "close-many"];
    expect(await post(many)).toContain("Select the reports that you want to close");
    const chosen = [0, 2].map((at): [string, string] => ["reportIds", reportIds[at] ?? ""]);
    expect(await post(...chosen, many)).toContain("Close 2 reports without action?");
    expect(await page()).toContain("Open (3)");
    await post(["action", "nothing"], ["reportId", reportIds[2] ?? ""]);
    await post(...chosen, ["isSure", "yes"], many);
    expect(await page()).toContain("Open (1)");
  });
});
