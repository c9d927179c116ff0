import type { BrowserContext } from "playwright-core";
import { expect, it } from "vitest";
import { describeInBrowser } from "../testing/browser.ts";
import { examined, expectFine, phone } from "./faults.ts";
import { tabTo } from "./keys.ts";
import { fetchJson } from "./page.ts";
import { stageForTests } from "./product.ts";

const stage = stageForTests();

describeInBrowser("connections", () => {
  it(
    "lead from a question to help, answered without signing in",
    async () => {
      const helpTopics = ["Branch Selection", "Ranger School"];
      const { visitor: mentors, id: mentorId } = await stage.member({
        username: "dana",
        profile: { helpTopics, primaryEmail: "dana@example.com" },
      });

      // The cadet has no script, a phone, and an address to confirm first.
      const casey = { username: "casey", firstName: "Casey", lastName: "Nguyen" };
      const onPhone = { ...phone, javaScriptEnabled: false };
      const { page: asking } = await stage.member({ ...casey, role: "cadet", ...onPhone });
      await asking.goto(`/alumni/${mentorId}`);
      await asking.getByRole("link", { name: "Connect", exact: true }).click();
      await asking.getByText("Confirm your email address").waitFor();
      await asking.goto(await stage.mailedLink("casey@example.edu", "/verify-email"));
      await asking.getByRole("button", { name: "Confirm Email" }).click();
      await asking.goto(`/connections/new?to=${mentorId}`);
      await asking.getByLabel("Ranger School").check();
      await asking.getByLabel("Your note").fill("How did you prepare?\nIs it worth it?");
      await asking.getByRole("button", { name: "Send Request" }).click();
      await asking.getByText("Waiting for their answer").waitFor();
      const conversation = asking.url();

      // The mentor opens the mail's link on a phone on which no one is signed in.
      const link = await stage.mailedLink("dana@example.edu", "How did you prepare?");
      const mails = await stage.mailsTo("dana@example.edu");
      expect(mails.map(({ text }) => text).join()).not.toContain("casey@example.edu");
      const answering = await stage.page({ ...phone, ...examined });
      const opened = await answering.goto(link);
      expect(opened?.headers()["referrer-policy"]).toBe("no-referrer");
      expect(opened?.headers()["cache-control"]).toBe("private, no-store");
      await answering.getByText("You're reading and answering as Dana Reed").waitFor();
      await expectFine(answering);
      await tabTo(answering, /^Your first message/);
      await answering.keyboard.type("Run, and read.");
      await tabTo(answering, /^Accept/);
      await answering.keyboard.press("Enter");
      await answering.getByText("In conversation").waitFor();
      await expectFine(answering);

      await asking.goto(await stage.mailedLink("casey@example.edu", "Run, and read."));
      await asking.getByLabel("Your message").fill("Thank you. Which books?");
      await asking.getByRole("button", { name: "Send Message" }).click();
      await asking.getByText("Thank you. Which books?").waitFor();
      // The next notice is a quarter of an hour away; until then, the first one's link opens the
      // conversation.
      await answering.reload();
      await answering.locator(".conversation-text", { hasText: "Thank you. Which books?" })
        .waitFor();
      await answering.getByLabel("Your message").fill("Any of them.");
      await answering.getByRole("button", { name: "Send Message" }).click();
      await answering.getByText("Any of them.").waitFor();

      // Signed in, the mentor sees the same conversation, and ends it.
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
      await expectFine(answering);
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
    "show new content while they are open, and keep what is being written",
    async () => {
      const [cadets, mentors] = [
        await stage.signIn("casey", examined),
        await stage.signIn("dana", examined),
      ];
      const { profiles: [{ userId }] } = await fetchJson(cadets, "/api/directory?search=Dana");
      const id = await stage.ask(cadets, { memberId: userId, note: "May I ask again?" });
      const follow = async (visitor: BrowserContext) => {
        const page = await visitor.newPage();
        const following = page.waitForResponse(`**/api/connections/${id}/events`);
        await page.goto(`/connections/${id}`);
        await following;
        return page;
      };
      const [asking, answering] = [await follow(cadets), await follow(mentors)];

      const note = answering.getByLabel("Your first message (optional)");
      await note.pressSequentially("Of cour");
      await asking.getByLabel("Write to them").fill("It is about Airborne School.");
      await asking.getByRole("button", { name: "Send Message" }).click();
      await answering.locator(".conversation-text", { hasText: "It is about Airborne School." })
        .waitFor();
      await answering.keyboard.type("se");
      expect(await note.inputValue()).toBe("Of course");
      await asking.locator(".conversation-text", { hasText: "It is about Airborne School." })
        .waitFor();
      expect(await asking.getByLabel("Write to them").inputValue()).toBe("");

      // Changes of the request replace the cadet's forms, but keep their content.
      await asking.getByLabel("Write to them").pressSequentially("And wha");
      await answering.getByRole("button", { name: "Accept" }).click();
      await asking.getByText("In conversation").or(asking.getByText("Waiting for your reply"))
        .waitFor();
      await asking.keyboard.type("t then?");
      const message = asking.getByLabel("Your message");
      expect(await message.inputValue()).toBe("And what then?");
      await expectFine(asking);

      // Without a connection nothing is lost, and nothing is sent twice.
      await answering.waitForLoadState();
      await cadets.setOffline(true);
      await asking.getByRole("button", { name: "Send Message" }).dblclick();
      await asking.getByText("We can't reach the server").first().waitFor();
      expect(await message.inputValue()).toBe("And what then?");
      await cadets.setOffline(false);
      await asking.getByRole("button", { name: "Send Message" }).dblclick();
      await answering.locator(".conversation-text", { hasText: "And what then?" }).waitFor();
      await expect.poll(() => message.inputValue()).toBe("");
      for (const page of [answering, asking]) {
        expect(await page.locator(".conversation-text", { hasText: "And what then?" }).count())
          .toBe(1);
      }

      // Text isn't lost if the conversation is ended during writing.
      await message.fill("One more");
      await answering.getByText("More actions").click();
      await answering.getByText("End this conversation").click();
      await answering.getByRole("button", { name: "End Conversation" }).click();
      await asking.getByRole("heading", { name: "Did this help?" }).waitFor();
      await asking.locator("#you-wrote", { hasText: "One more" }).waitFor();
      await expectFine(asking);
    },
  );

  it("stop reminders with one click in a mail program", async () => {
    const answer = await fetch(`${stage.origin}/c/unknown/no-reminders`, {
      method: "POST",
      body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
    });
    // Passes the origin check, with a link that doesn't exist.
    expect([answer.status, answer.headers.get("Referrer-Policy")]).toEqual([404, "no-referrer"]);
    expect(await answer.text()).toContain("This Link Doesn't Work".replace("'", "&#x27;"));
  });
});
