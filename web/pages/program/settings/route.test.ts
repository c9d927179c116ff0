import { describe, expect, it } from "vitest";
import { someone, someProfile, type TestAppOptions } from "../../../../api/testing/app.ts";
import { confirmAddress } from "../../../../api/testing/connected.ts";
import { settingsStream } from "../../../../events/program/setting-events.ts";
import { paths } from "../../../paths.ts";
import { realSiteForTest } from "../../../testing/real-site.ts";

const path = "/program/settings";
const until = "2026-12-24";

/** Staff with the page of settings, and people whom they concern. */
async function given(options: TestAppOptions = {}) {
  const site = await realSiteForTest({ cadreCode: "code", ...options });
  const { testApp, read, send } = site;
  const stan = await testApp.member({ role: "cadre", cadreCode: "code", firstName: "Stan" });
  const page = async (at = path) => (await read(at, stan.session())).html;
  const set = async (form: Readonly<Record<string, string>>) => {
    const answer = await send(path, form, stan.session());
    if (answer.status !== 303) throw new Error(`Not set: ${answer.status} ${answer.html}`);
    await testApp.settled();
  };
  const person = async (firstName: string, role: string, helpTopics?: readonly string[]) => {
    const who = await testApp.member({ firstName, role });
    await confirmAddress(testApp, who.memberId);
    if (helpTopics !== undefined) {
      const answer = await who.post("/api/profile", { ...someProfile, helpTopics });
      if (answer.status !== 201) throw new Error(await answer.text());
    }
    return who;
  };
  return { ...site, stan, page, set, person };
}

/** What people read: without marks, with a space for each, and without what scripts are told. */
const textOf = (html: string) =>
  html.replaceAll(/<script[^]*?<\/script>/g, "").replaceAll(/<[^>]+>/g, " ").replaceAll(
    /\s+/g,
    " ",
  );

describe("the settings of a program", () => {
  it.each(["alumni", "cadet"])("are not there for %s who is no staff", async (role) => {
    const { testApp, read, send } = await given();
    const uma = await testApp.member({ role });
    expect((await read(path, uma.session())).status).toBe(404);
    const sent = await send(path, { does: "admission", admission: "invited" }, uma.session());
    expect(sent.status).toBe(404);
    expect(testApp.settings.admission().by).toBe("open");
  });

  it("say what is wrong beside the field, keep what was typed, and change nothing", async () => {
    const { testApp, send, stan, page } = await given();
    const wrong = async (form: Readonly<Record<string, string>>) => {
      const { status, html } = await send(path, form, stan.session());
      expect(status).toBe(400);
      return html;
    };
    expect(await wrong({ does: "limits", openRequests: "0", requestsAWeek: "7" }))
      .toContain("Must be a whole number from 1 to 100");
    expect(await wrong({ does: "support", supportEmail: "nowhere" }))
      .toMatch(/value="nowhere"[^]*Must be an email address/);
    expect(await wrong({ does: "announce", text: "Hi", until: "2026-11-18" }))
      .toContain("Please choose today or a later day");
    expect(await wrong({ does: "announce", text: "Hi", until: "2026-02-30" }))
      .toContain("There is no such day");
    expect(await wrong({ does: "announce", text: "x".repeat(501), until }))
      .toContain("Must be at most 500 characters");
    expect(await wrong({ does: "add-topic", label: " " })).toContain("Please name the topic");
    expect(await wrong({ does: "admission", admission: "nobody" })).toContain("Must be one of");
    expect(await wrong({ does: "everything" })).toContain("Not saved");
    const taken = await send(path, { does: "add-topic", label: "networking" }, stan.session());
    expect(taken.status).toBe(409);
    expect(taken.html).toContain("There is one of this name already");
    const recorded = "SELECT 1 FROM events WHERE member_id = ?";
    expect(await testApp.databases.events.read(recorded, [settingsStream])).toEqual([]);
    expect(await page()).not.toContain("Take Away");
  });

  it("leave alone what another tab has set since a form was opened", async () => {
    const { send, stan, set, page } = await given();
    const was = /name="was" value="([^"]*openRequests[^"]*)"/.exec(await page(path))?.[1] ?? "";
    const stale = { does: "limits", was: was.replaceAll("&amp;", "&") };
    await set({ does: "limits", openRequests: "7" });
    const refused = await send(path, { ...stale, requestsAWeek: "none" }, stan.session());
    expect(refused.html).toContain(`name="was" value="${was}"`);
    await set({ ...stale, requestsAWeek: "9" });
    const html = await page(path);
    expect(html).toMatch(/name="openRequests"[^>]*value="7"|value="7"[^>]*name="openRequests"/);
    expect(html).toMatch(/name="requestsAWeek"[^>]*value="9"|value="9"[^>]*name="requestsAWeek"/);
  });

  it("ask for the password again before they say who gets in, or where people write to", async () => {
    const { testApp, stan, send } = await given();
    await testApp.databases.vault.write([{
      sql: `UPDATE sessions SET sess = json_set(json_remove(sess, '$.confirmedAtMs'),
        '$.createdAtMs', json_extract(sess, '$.createdAtMs') - 3600000)`,
      args: [],
    }]);
    const forms: Record<string, string>[] = [
      { does: "admission", admission: "open" },
      { does: "support", supportEmail: "" },
    ];
    for (const form of forms) {
      const { status, html } = await send(path, form, stan.session());
      expect(status).toBe(403);
      expect(html).toContain("password");
    }
    expect((await send(path, { does: "limits" }, stan.session())).status).toBe(303);
  });

  it("decide who gets in from now on", async () => {
    const { testApp, set, page } = await given();
    await set({ does: "admission", admission: "approved" });
    const uma = await testApp.member({ role: "alumni" });
    expect((await uma.get("/api/profiles?role=alumni")).status).toBe(403);
    expect(await page("/program")).toContain("Waiting for you");
    await set({ does: "admission", admission: "invited" });
    const register = (username: string) =>
      testApp.browser().post("/api/register", {
        ...someone,
        username,
        email: `${username}@example.com`,
      });
    expect((await register("vera")).status).toBe(403);
    await set({ does: "admission", admission: "" });
    expect((await register("vera")).status).toBe(201);
  });

  it("let in whose address is of a domain, once it is confirmed", async () => {
    const { testApp, set, page, person } = await given();
    const admissionDomains = "Example.com, example.org";
    await set({ does: "admission", admission: "approved", admissionDomains });
    expect(await page()).toContain('value="example.com, example.org"');
    const uma = await testApp.member({ role: "alumni" });
    expect((await uma.get("/api/profiles?role=alumni")).status).toBe(403);
    const waits = async () => (await testApp.readModel.people.standing("approval", 10)).length;
    expect(await waits()).toBe(1);
    await testApp.settled();
    await testApp.outboxSender.sendDue();
    await testApp.settled();
    const letter = testApp.mails.findLast(({ text }) => text.includes("/verify-email"));
    const token = /token=([\w-]+)/.exec(letter?.text ?? "")?.[1] ?? "";
    const answer = await uma.post("/api/auth/verify-email", { token });
    expect(answer.status).toBeLessThan(300);
    expect(await waits()).toBe(0);
    expect((await uma.get("/api/profiles?role=alumni")).status).toBe(200);
    await set({ does: "admission", admission: "approved", admissionDomains: "" });
    await person("Vera", "alumni");
    expect(await waits()).toBe(1);
  });

  it("say where people write to, on pages for everybody and in mails", async () => {
    const { testApp, set, read } = await given();
    expect((await read("/")).html).toContain("support@example.edu");
    await set({ does: "support", supportEmail: "rotc@example.edu" });
    const { html } = await read("/");
    expect(html).toContain("rotc@example.edu");
    expect(html).not.toContain("support@example.edu");
    await testApp.member({ role: "cadet" });
    await testApp.settled();
    await testApp.outboxSender.sendDue();
    await testApp.settled();
    const letter = testApp.mails.at(-1);
    expect(letter?.replyTo).toBe("rotc@example.edu");
    expect(letter?.text).toContain("rotc@example.edu");
  });

  it("limit what one member may do, from the next request on", async () => {
    const { set, person } = await given();
    const [mona, otto] = [await person("Mona", "alumni", []), await person("Otto", "alumni", [])];
    const cleo = await person("Cleo", "cadet");
    await set({ does: "limits", openRequests: "1" });
    const ask = async (who: { memberId: string }) =>
      (await cleo.post("/api/connections", { memberId: who.memberId, topics: [], note: "Hello" }))
        .status;
    expect(await ask(mona)).toBe(201);
    expect(await ask(otto)).toBe(429);
    await set({ does: "limits", openRequests: "" });
    expect(await ask(otto)).toBe(201);
  });

  it("are not changed without end by one of the staff", async () => {
    const { testApp, send, stan } = await given({ limits: { changesPerMember: 2 } });
    const statuses = [];
    for (const openRequests of ["1", "2", "3"]) {
      statuses.push((await send(path, { does: "limits", openRequests }, stan.session())).status);
    }
    expect(statuses).toEqual([303, 303, 429]);
    const [row] = await testApp.databases.events.read(
      "SELECT count(*) AS events FROM events WHERE member_id = ?",
      [settingsStream],
    );
    expect(row?.events).toBe(2);
  });

  it("stand in the history with who set them, and no words to people", async () => {
    const { set, page } = await given();
    await set({ does: "limits", openRequests: "3" });
    await set({ does: "support", supportEmail: "rotc@example.edu" });
    await set({ does: "add-topic", label: "Drones" });
    await set({ does: "announce", text: "Dining-in on Friday", until });
    const text = textOf(await page("/program/history"));
    expect(text).toMatch(/Stan \w+ set “Open requests of one member” to 3/);
    expect(text).toMatch(/Stan \w+ set the support address/);
    expect(text).toMatch(/Stan \w+ added the help topic “Drones”/);
    expect(text).toMatch(/Stan \w+ announced something/);
    expect(text).not.toMatch(/Dining-in|somebody who left/);
  });
});

describe("an announcement", () => {
  it("stands on everybody's Home until it is taken away", async () => {
    const { set, person, read } = await given();
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

describe("a help topic of a program's own", () => {
  /** Somebody who offers it, a cadet who asks about it, and where people read of it. */
  async function withTopic() {
    const site = await given();
    const { set, person, read } = site;
    await set({ does: "add-topic", label: "Drones" });
    const mona = await person("Mona", "alumni", ["Drones", "Networking"]);
    const cleo = await person("Cleo", "cadet");
    const asked = { memberId: mona.memberId, topics: ["Drones"], note: "How did you begin?" };
    const answer = await cleo.post("/api/connections", asked);
    const { id } = await answer.json();
    const seen = async (at: string, who = cleo) => textOf((await read(at, who.session())).html);
    const found = async (topic: string) => {
      const query = new URLSearchParams({ role: "alumni", helpTopics: topic });
      const { profiles } = await (await cleo.get(`/api/directory?${query}`)).json();
      return profiles.map((one: { user: { firstName: string } }) => one.user.firstName);
    };
    const redirect = (at: string, who: typeof cleo) => read(at, who.session());
    return { ...site, mona, cleo, id, seen, found, redirect };
  }

  it("can be chosen, found, read and asked about as any other", async () => {
    const { mona, seen, found, id } = await withTopic();
    expect(await seen("/profile/edit", mona)).toContain("Drones");
    expect(await seen("/alumni")).toContain("Drones");
    expect(await seen("/alumni?search=drones")).toContain("Mona");
    expect(await found("Drones")).toEqual(["Mona"]);
    expect(await seen(paths.member(mona.memberId))).toContain("Drones");
    expect(await seen(`/connections/${id}`, mona)).toContain("Drones");
  });

  it("is renamed on every page, in the index, in the API and in mails at once", async () => {
    const { testApp, set, person, mona, cleo, seen, found, id } = await withTopic();
    await set({ does: "rename-topic", id: "own-1", label: "Unmanned Aircraft" });
    const pages = ["/alumni", paths.member(mona.memberId), `/connections/${id}`, "/connections"];
    for (const at of pages) {
      expect(await seen(at), at).toContain("Unmanned Aircraft");
      expect(await seen(at), at).not.toContain("Drones");
    }
    for (const at of ["/profile", "/profile/edit", `/connections/${id}`]) {
      expect(await seen(at, mona), at).toContain("Unmanned Aircraft");
      expect(await seen(at, mona), at).not.toContain("Drones");
    }
    expect(await seen("/alumni?search=unmanned")).toContain("Mona");
    expect(await found("Unmanned Aircraft")).toEqual(["Mona"]);
    const profile = await (await cleo.get(`/api/profile/${mona.memberId}`)).json();
    expect(profile.helpTopics).toEqual(["Unmanned Aircraft", "Networking"]);
    const own = await (await mona.get("/api/profile/me")).json();
    expect(own.helpTopics).toEqual(["Unmanned Aircraft", "Networking"]);
    const cara = await person("Cara", "cadet");
    const topics = ["Unmanned Aircraft"];
    const asked = { memberId: mona.memberId, topics, note: "And where did you learn it?" };
    expect((await cara.post("/api/connections", asked)).status).toBe(201);
    await testApp.settled();
    await testApp.outboxSender.sendDue();
    await testApp.settled();
    const told = testApp.mails.filter(({ text }) => text.includes("where did you learn it"));
    expect(told.map(({ text }) => text).join()).toContain("Unmanned Aircraft");
  });

  it("is found by an address with its earlier name", async () => {
    const { set, found, seen, redirect, cleo } = await withTopic();
    await set({ does: "rename-topic", id: "own-1", label: "Unmanned Aircraft" });
    expect(await found("Drones")).toEqual(["Mona"]);
    const { location } = await redirect("/alumni?helpTopics=Drones&search=mona", cleo);
    const address = location ?? "";
    expect(new URL(address, "https://x").searchParams.get("helpTopics")).toBe("Unmanned Aircraft");
    expect(await seen(address)).toContain("Mona");
  });

  it("that was taken away stays with who has it, and is offered to nobody else", async () => {
    const { set, person, mona, seen, cleo } = await withTopic();
    const otto = await person("Otto", "alumni", []);
    expect(await seen("/profile/edit", otto)).toContain("Drones");
    await set({ does: "withdraw-topic", id: "own-1" });
    expect(await seen("/profile/edit", otto)).not.toContain("Drones");
    expect(await seen("/profile/edit", mona)).toContain("Drones");
    expect(await seen(paths.member(mona.memberId), cleo)).toContain("Drones");
    const saved = await mona.patch("/api/profile", { company: "Northfield" });
    expect((await saved.json()).helpTopics).toEqual(["Drones", "Networking"]);
  });

  it("can be saved by a form that was opened before it was renamed", async () => {
    const { set, mona } = await withTopic();
    const own = await (await mona.get("/api/profile/me")).json();
    await set({ does: "rename-topic", id: "own-1", label: "Unmanned Aircraft" });
    const saved = await mona.patch("/api/profile", { helpTopics: own.helpTopics, bio: "Hello" });
    expect((await saved.json()).helpTopics).toEqual(["Unmanned Aircraft", "Networking"]);
  });

  it("is not there for who makes one up", async () => {
    const { person } = await withTopic();
    const otto = await person("Otto", "alumni", []);
    for (const helpTopics of [["own-2"], ["Dronez"]]) {
      const answer = await otto.patch("/api/profile", { helpTopics });
      expect(answer.status).toBe(400);
      expect((await answer.json()).fields).toEqual({ helpTopics: "Unknown help topic" });
    }
  });
});
