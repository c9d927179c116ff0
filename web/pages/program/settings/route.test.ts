import { describe, expect, it } from "vitest";
import { passwordGivenLongAgo } from "../../../../api/testing/password-given-long-ago.ts";
import { settingsStream } from "../../../../events/program/setting-events.ts";
import { staffSite, textOf } from "../../../testing/staff-site.ts";
import { expectAnswer, expectTexts } from "../../../testing/expect-answer.ts";

const path = "/program/settings";
const until = "2026-12-24";

describe("the settings of a program", () => {
  it("report errors beside their fields, keep the typed values, and change nothing", async () => {
    const { testApp, page, post } = await staffSite();
    const wrong = async (form: Readonly<Record<string, string>>) => {
      const { status, html } = await post(path, form);
      expect(status).toBe(422);
      return html;
    };
    expect(await wrong({ does: "limits", openRequests: "0", requestsAWeek: "7" }))
      .toContain("Must be a whole number from 1 to 100");
    expect(await wrong({ does: "support", supportEmail: "nowhere" }))
      .toMatch(/value="nowhere"[^]*Must be an email address/);
    expect(await wrong({ does: "announce", text: "Hi", until: "2026-11-18" }))
      .toContain("Choose today or a later date");
    expect(await wrong({ does: "announce", text: "Hi", until: "2026-02-30" }))
      .toContain("This date doesn&#x27;t exist");
    expect(await wrong({ does: "announce", text: "x".repeat(501), until }))
      .toContain("Must be at most 500 characters");
    expect(await wrong({ does: "add-topic", label: " " })).toContain("Enter a name for the topic");
    expect(await wrong({ does: "admission", admission: "nobody" })).toContain("Must be one of");
    expect(await wrong({ does: "everything" })).toContain("Not saved");
    const answer = await post(path, { does: "add-topic", label: "networking" });
    expectAnswer(answer, 409, "A topic with this name already exists");
    const query = "SELECT 1 FROM events WHERE stream = ?";
    expect(await testApp.database.read(query, [settingsStream])).toEqual([]);
    expect(await page()).not.toContain("Remove topic");
  });

  it("keep what another tab has set since a form was opened", async () => {
    const { set, page, post } = await staffSite();
    const was = /name="was" value="([^"]*openRequests[^"]*)"/.exec(await page(path))?.[1] ?? "";
    const stale = { does: "limits", was: was.replaceAll("&amp;", "&") };
    await set({ does: "limits", openRequests: "7" });
    const refused = await post(path, { ...stale, requestsAWeek: "none" });
    expect(refused.html).toContain(`name="was" value="${was}"`);
    await set({ ...stale, requestsAWeek: "9" });
    const html = await page(path);
    expect(html).toMatch(/name="openRequests"[^>]*value="7"|value="7"[^>]*name="openRequests"/);
    expect(html).toMatch(/name="requestsAWeek"[^>]*value="9"|value="9"[^>]*name="requestsAWeek"/);
  });

  it("require the password again to change admission or the support address", async () => {
    const { testApp, post } = await staffSite();
    await passwordGivenLongAgo(testApp);
    const forms: Record<string, string>[] = [
      { does: "admission", admission: "open" },
      { does: "support", supportEmail: "" },
    ];
    for (const form of forms) {
      expectAnswer(await post(path, form), 403, "password");
    }
    expect((await post(path, { does: "limits" })).status).toBe(303);
  });

  it("set the support address on public pages and in mails", async () => {
    const { testApp, set, read } = await staffSite();
    expect((await read("/")).html).toContain("support@example.edu");
    await set({ does: "support", supportEmail: "rotc@example.edu" });
    const { html } = await read("/");
    expectTexts(html, ["rotc@example.edu"], ["support@example.edu"]);
    await testApp.member({ role: "cadet" });
    await testApp.sendMail();
    const letter = testApp.mails.at(-1);
    expect(letter?.replyTo).toBe("rotc@example.edu");
    expect(letter?.text).toContain("rotc@example.edu");
  });

  it("limit a member's actions, from the next request on", async () => {
    const { set, person } = await staffSite();
    const [mona, otto] = [await person("Mona", "alumni", []), await person("Otto", "alumni", [])];
    const cleo = await person("Cleo", "cadet");
    await set({ does: "limits", openRequests: "1" });
    const ask = async (who: { memberId: string }) =>
      (await cleo.ask({ memberId: who.memberId, topics: [], note: "Hello" }))
        .status;
    expect(await ask(mona)).toBe(201);
    expect(await ask(otto)).toBe(429);
    await set({ does: "limits", openRequests: "" });
    expect(await ask(otto)).toBe(201);
  });

  it("are rate-limited for each staff member", async () => {
    const { testApp, post } = await staffSite({ limits: { changesPerMember: 2 } });
    const statuses = [];
    for (const openRequests of ["1", "2", "3"]) {
      statuses.push((await post(path, { does: "limits", openRequests })).status);
    }
    expect(statuses).toEqual([303, 303, 429]);
    const [row] = await testApp.database.read(
      "SELECT count(*) AS events FROM events WHERE stream = ?",
      [settingsStream],
    );
    expect(row?.events).toBe(2);
  });
});

describe("an announcement", () => {
  it("is shown on everyone's Home until it is removed", async () => {
    const { set, person, read } = await staffSite();
    const [cleo, mona] = [await person("Cleo", "cadet"), await person("Mona", "alumni")];
    const home = async (who: typeof cleo) => textOf((await read("/", who.session())).html);
    expect(await home(cleo)).not.toContain("Announcement");
    await set({ does: "announce", text: "Dining-in on <b>Friday</b>", until });
    for (const who of [cleo, mona]) {
      expect(await home(who)).toContain("Dining-in on &lt;b&gt;Friday&lt;/b&gt;");
    }
    await set({ does: "end-announcement" });
    expect(await home(cleo)).not.toContain("Dining-in");
  });
});
