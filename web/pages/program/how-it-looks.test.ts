import { describe, expect, it } from "vitest";
import { someone } from "../../../api/testing/app.ts";
import { siteForMail } from "../../testing/mail-site.ts";
import { staffSite, textOf } from "../../testing/staff-site.ts";

const supportEmail = "rotc@example.edu";

/** The page's previews, sentence by sentence. */
const looksOf = (html: string) =>
  [...html.matchAll(/<div class="how-it-looks-frame[^"]*">([^]*?)<\/div>/g)].map(([, look = ""]) =>
    [...look.matchAll(/<p[^>]*>([^]*?)<\/p>/g)].map(([, words = ""]) =>
      textOf(words).replaceAll("&#x27;", "'").trim()
    )
  );

describe("a setting's preview for staff", () => {
  it("is what visitors read when they register", async () => {
    const { page, set, send, read } = await staffSite();
    const nextPages = {
      open: "/check-inbox",
      confirmed: "/check-inbox",
      approved: "/",
      invited: "",
    };
    for (const [admission, next] of Object.entries(nextPages)) {
      await set({ does: "admission", admission });
      const email = `${admission}@example.com`;
      const answer = await send("/register", { ...someone, username: admission, email }, undefined);
      const session = /session=([^;]+)/.exec(answer.cookies ?? "")?.[1];
      const { html } = next === "" ? answer : await read(next, session);
      const seen = textOf(html).replaceAll("&#x27;", "'").replaceAll(email, "jordan@example.edu");
      const [look = []] = looksOf(await page());
      expect(look.length).toBeGreaterThan(0);
      for (const words of look) expect(seen).toContain(words);
    }
  });

  it("has no link in an inbox while mail isn't set up", async () => {
    const { page } = await siteForMail();
    expect(looksOf(await page("/program/settings")).flat().join()).not.toContain("We sent a link");
  });

  it("shows the end of pages and emails, and the texts of an invitation and a test email", async () => {
    const { testApp, page, set, post } = await staffSite();
    await set({ does: "support", supportEmail });
    await post("/program/mail", {});
    const pat = { does: "invite", firstName: "Pat", lastName: "Reed", email: "pat@example.com" };
    await post("/program/invitations", pat);
    await testApp.outboxSender.sendDue();
    const mailAbout = (subject: string | undefined) =>
      testApp.mails.find((mail) => mail.subject === subject)?.text ?? "";
    for (const path of ["/program/mail", "/program/import"]) {
      const [[subject, opening = ""] = []] = looksOf(await page(path));
      expect(opening).not.toBe("");
      expect(mailAbout(subject)).toContain(opening);
    }
    const [, [footer = "", line = ""] = []] = looksOf(await page());
    expect(footer).toContain(supportEmail);
    expect(textOf(await page("/program"))).toContain(footer);
    expect(line).toContain(supportEmail);
    expect(mailAbout("Test email from TCU Army ROTC Alumni Connect")).toContain(line);
  });
});
