import type { BrowserContext, Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { browserTests, chromiumPath } from "../testing/browser.ts";
import { faults } from "./faults.ts";
import { openStageFirst, publish, signUp, type Stage } from "./product.ts";

let stage: Stage;

const phone = { viewport: { width: 360, height: 740 } };
/** axe runs in the page as a script of its own, which the pages' policy rightly refuses; a toast that comes is not read. */
const examined = { bypassCSP: true, reducedMotion: "reduce" } as const;
const cadet = { username: "casey", firstName: "Casey", lastName: "Nguyen", role: "cadet" } as const;
const mentor = { username: "dana", firstName: "Dana", lastName: "Reed", role: "alumni" } as const;

async function join(visitor: BrowserContext, person: typeof cadet | typeof mentor) {
  await signUp(visitor, stage.origin, person);
  return (await (await visitor.request.get("/api/user")).json()).id as string;
}

/** The link of the newest mail that has these words in it, once there are so many of them. */
async function mailedLink(username: string, words: string, count = 1): Promise<string> {
  const mailed = async () =>
    (await stage.mailsTo(`${username}@example.edu`)).filter((text) => text.includes(words));
  await expect.poll(async () => (await mailed()).length, { timeout: 20_000 }).toBe(count);
  const [link] = /https?:\S+/.exec((await mailed())[0] ?? "") ?? [];
  if (link === undefined) throw new Error("The mail has no link");
  return link;
}

/** Presses Tab until the element has the focus. */
async function reach(page: Page, wanted: Locator): Promise<void> {
  for (let steps = 0; steps < 60; steps++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("It is not reached by key");
}

describe.skipIf(chromiumPath === undefined)(`connections ${browserTests}`, () => {
  openStageFirst({}, (opened) => stage = opened);

  it(
    "lead from a question to help, answered without signing in",
    { timeout: 180_000 },
    async () => {
      const mentors = await stage.visitor();
      const mentorId = await join(mentors, mentor);
      const helpTopics = ["Branch Selection", "Ranger School"];
      await publish(mentors, stage.origin, { helpTopics, primaryEmail: "dana@example.com" });

      // The cadet has no script, a phone, and an address to confirm first.
      const cadets = await stage.visitor({ ...phone, javaScriptEnabled: false });
      await join(cadets, cadet);
      const asking = await cadets.newPage();
      await asking.goto(`/alumni/${mentorId}`);
      await asking.getByRole("link", { name: "Connect", exact: true }).click();
      await asking.getByText("Confirm your email address").waitFor();
      await asking.goto(await mailedLink(cadet.username, "/verify-email"));
      await asking.getByRole("button", { name: "Confirm Email" }).click();
      await asking.goto(`/connections/new?to=${mentorId}`);
      await asking.getByLabel("Ranger School").check();
      await asking.getByLabel("Your note").fill("How did you prepare?\nIs it worth it?");
      await asking.getByRole("button", { name: "Send Request" }).click();
      await asking.getByText("Waiting for their answer").waitFor();
      const conversation = asking.url();

      // The mentor opens the link of the mail on a phone that no one is signed in on.
      const link = await mailedLink(mentor.username, "How did you prepare?");
      expect((await stage.mailsTo("dana@example.edu")).join()).not.toContain("casey@example.edu");
      const elsewhere = await stage.visitor({ ...phone, ...examined });
      const answering = await elsewhere.newPage();
      const opened = await answering.goto(link);
      expect(opened?.headers()["referrer-policy"]).toBe("no-referrer");
      expect(opened?.headers()["cache-control"]).toBe("private, no-store");
      await answering.getByText("You're reading and answering as Dana Reed").waitFor();
      expect(await faults(answering)).toEqual([]);
      const note = answering.getByLabel("Your first message (optional)");
      await reach(answering, note);
      await answering.keyboard.type("Run, and read.");
      await reach(answering, answering.getByRole("button", { name: "Accept" }));
      await answering.keyboard.press("Enter");
      await answering.getByText("In conversation").waitFor();
      expect(await faults(answering)).toEqual([]);

      await asking.goto(await mailedLink(cadet.username, "Run, and read."));
      await asking.getByLabel("Your message").fill("Thank you. Which books?");
      await asking.getByRole("button", { name: "Send Message" }).click();
      await asking.getByText("Thank you. Which books?").waitFor();
      // The next notice is a quarter of an hour away: until then the link of the first one leads there.
      await answering.reload();
      await answering.locator(".conversation-text", { hasText: "Thank you. Which books?" })
        .waitFor();
      await answering.getByLabel("Your message").fill("Any of them.");
      await answering.getByRole("button", { name: "Send Message" }).click();
      await answering.getByText("Any of them.").waitFor();

      // Signed in, the mentor finds the same, and ends it.
      const signedIn = await mentors.newPage();
      await signedIn.goto("/connections");
      await signedIn.getByRole("link", { name: "Casey Nguyen" }).click();
      await signedIn.locator(".conversation-text", { hasText: "Any of them." }).waitFor();
      await signedIn.getByText("More actions").click();
      await signedIn.getByText("End this conversation").click();
      await signedIn.getByRole("button", { name: "End Conversation" }).click();
      await signedIn.getByText("This conversation has ended.").waitFor();
      await answering.reload();
      await answering.getByRole("heading", { name: "This Conversation Has Ended" }).waitFor();
      expect(await faults(answering)).toEqual([]);
      const token = new URL(link).pathname.replace("/c/", "");
      expect(stage.logged()).toContain('"/c/:token"');
      expect(stage.logged()).not.toContain(token.slice(0, 20));

      await asking.goto("/");
      await asking.getByRole("link", { name: "Dana Reed" }).click();
      expect(asking.url()).toBe(`${conversation}#latest`);
      await asking.getByLabel("Partly").check();
      await asking.getByLabel("A thank-you note (optional)").fill("It did.");
      await asking.getByRole("button", { name: "Send" }).click();
      await asking.getByText("This conversation has ended.").waitFor();
    },
  );

  it(
    "show what is new while they are open, and keep what is being written",
    { timeout: 120_000 },
    async () => {
      const enter = async ({ username }: { readonly username: string }) => {
        const visitor = await stage.visitor(examined);
        await visitor.request.post("/api/login", {
          headers: { Origin: stage.origin },
          data: { username, password: "correct horse" },
        });
        return visitor;
      };
      const [cadets, mentors] = [await enter(cadet), await enter(mentor)];
      const { past: [{ with: other }] } = await (await cadets.request.get("/api/connections"))
        .json();
      const asked = await cadets.request.post("/api/connections", {
        headers: { Origin: stage.origin },
        data: { memberId: other.id, topics: [], note: "May I ask again?" },
      });
      const { id } = await asked.json();
      const open = async (visitor: BrowserContext) => {
        const page = await visitor.newPage();
        const following = page.waitForResponse(`**/api/connections/${id}/events`);
        await page.goto(`/connections/${id}`);
        await following;
        return page;
      };
      const [asking, answering] = [await open(cadets), await open(mentors)];

      const note = answering.getByLabel("Your first message (optional)");
      await note.pressSequentially("Of cour");
      await asking.getByLabel("Write to them").fill("It is about Airborne School.");
      await asking.getByRole("button", { name: "Send Message" }).click();
      await answering.locator(".conversation-text", { hasText: "It is about Airborne School." })
        .waitFor();
      await answering.keyboard.type("se");
      expect(await note.inputValue()).toBe("Of course");
      await asking.getByText("It is about Airborne School.").waitFor();
      expect(await asking.getByLabel("Write to them").inputValue()).toBe("");

      // What becomes of the request changes the cadet's forms, and not what is in them.
      await asking.getByLabel("Write to them").pressSequentially("And wha");
      await answering.getByRole("button", { name: "Accept" }).click();
      await asking.getByText("In conversation").or(asking.getByText("Waiting for your reply"))
        .waitFor();
      await asking.keyboard.type("t then?");
      const message = asking.getByLabel("Your message");
      expect(await message.inputValue()).toBe("And what then?");
      expect(await faults(asking)).toEqual([]);

      // Without a connection nothing is lost, and nothing is sent twice.
      await answering.waitForLoadState();
      await cadets.setOffline(true);
      await asking.getByRole("button", { name: "Send Message" }).dblclick();
      await asking.getByText("We can't reach the server").waitFor();
      expect(await message.inputValue()).toBe("And what then?");
      await cadets.setOffline(false);
      await asking.getByRole("button", { name: "Send Message" }).dblclick();
      await answering.locator(".conversation-text", { hasText: "And what then?" }).waitFor();
      await expect.poll(() => message.inputValue()).toBe("");
      expect(await answering.locator(".conversation-text", { hasText: "And what then?" }).count())
        .toBe(1);
      expect(await asking.locator(".conversation-text", { hasText: "And what then?" }).count())
        .toBe(1);

      await answering.getByText("More actions").click();
      await answering.getByText("End this conversation").click();
      await answering.getByRole("button", { name: "End Conversation" }).click();
      await asking.getByRole("heading", { name: "Did this help?" }).waitFor();
    },
  );

  it("have pages that axe has nothing against, on a phone", { timeout: 90_000 }, async () => {
    const visitor = await stage.visitor({ ...phone, ...examined });
    const page = await visitor.newPage();
    await visitor.request.post("/api/login", {
      headers: { Origin: stage.origin },
      data: { username: cadet.username, password: "correct horse" },
    });
    const { past } = await (await visitor.request.get("/api/connections")).json();
    const [{ id, with: other }] = past;
    const pages = ["/", "/connections", `/connections/${id}`, `/connections/new?to=${other.id}`];
    for (const path of pages) {
      await page.goto(path);
      expect([path, await faults(page)]).toEqual([path, []]);
    }
  });

  it("take one click to stop reminders, of a program that is no browser", async () => {
    const answer = await fetch(`${stage.origin}/c/unknown/no-reminders`, {
      method: "POST",
      body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
    });
    // Past the check of origins, to a link that there is not.
    expect([answer.status, answer.headers.get("Referrer-Policy")]).toEqual([404, "no-referrer"]);
    expect(await answer.text()).toContain("This Link Doesn't Work".replace("'", "&#x27;"));
  });
});
