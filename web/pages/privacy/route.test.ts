import { temporaryFolder } from "../../../events/testing/database.ts";
import { describe, expect, it } from "vitest";
import { PersonalData } from "../../../api/features/personal-data/schema.ts";
import { fieldWords } from "../../../api/features/personal-data/words.ts";
import { storedParts } from "../../../api/features/personal-data/stored-parts.ts";
import { makeBackup } from "../../../api/backup/make-backup.ts";
import { createFolderMail } from "../../../api/mail/drivers/folder.ts";
import { passwordGivenLongAgo } from "../../../api/testing/password-given-long-ago.ts";
import { spelled } from "../../../events/amounts.ts";
import { askedAtOnce } from "../../../events/connections/questions/question.ts";
import { programMailsAYear } from "../../../events/members/program-mails.ts";
import { fieldOrder, labelOf } from "../../../events/members/profile-fields.ts";
import { settingEventSchemas } from "../../../events/program/setting-events.ts";
import { expectAnswer, expectTexts } from "../../testing/expect-answer.ts";
import { anAlum } from "../../testing/members.ts";
import {
  name as mailHost,
  sender,
  serverForTest,
  siteForAnswers,
  siteForMail,
} from "../../testing/mail-site.ts";
import { expectOpenToEveryone } from "../../testing/open-to-everyone.ts";
import { factsOf, linksOf, linkTo, textsOf } from "../../testing/read-html.ts";
import type { RealSiteOptions } from "../../testing/real-site.ts";
import { createTestSite } from "../../testing/site.ts";
import { staffSite, textOf } from "../../testing/staff-site.ts";

const path = "/privacy";
const words = async (options: RealSiteOptions = {}) =>
  textOf(await (await createTestSite(options)).page(path));

describe("the privacy page", () => {
  it("can be read by anyone, in every state, and is linked from registration and every footer", async () => {
    const site = await expectOpenToEveryone(path, "Privacy");
    const register = await site.page("/?mode=register");
    expect(linkTo(register, "What we store, and who sees it")).toBe(path);
    expect(linkTo(await site.page("/alumni", "waiting"), "Privacy")).toBe(path);
  });

  it("names the operator and the support address, as staff set them", async () => {
    const { set, post, read } = await staffSite();
    await set({ does: "support", supportEmail: "rotc@example.edu" });
    const brand = { does: "brand", programName: "Lone Star", universityName: "Lone Star State" };
    await post("/program/settings/brand", brand);
    const { html } = await read(path);
    expect(textOf(html)).toContain("Lone Star Army ROTC, Lone Star State, runs this site.");
    expect(linkTo(html, "rotc@example.edu")).toBe("mailto:rotc@example.edu");
  });

  it("lists everything in the published schema of a member's data", async () => {
    const html = await (await createTestSite()).page(path);
    const parts = storedParts();
    // There, account and profile are one part, and the copy's own facts are left out.
    expect(parts).toHaveLength(Object.keys(PersonalData.shape).length - 2 + 1);
    const listed = [...html.matchAll(/<li>([^<]*)<\/li>/g)].map(([, text = ""]) =>
      text.replaceAll("&quot;", '"').replaceAll("&#x27;", "'")
    );
    for (const { words, details } of parts) {
      expect(words).not.toBe("");
      for (const detail of details) {
        expect([detail, listed.includes(detail)]).toEqual([detail, true]);
      }
    }
    const owner = { role: "cadet", program: "TCU" } as const;
    const profile = parts.find(({ words }) => words === "Your profile")?.details ?? [];
    for (const field of fieldOrder) {
      expect(profile).toContain(fieldWords[field] ?? labelOf(field, owner));
    }
  });

  it("says who sees each field of a profile", async () => {
    const lines = new Map(factsOf(await (await createTestSite()).page(path)));
    expect(lines.get("Members, unless you turn it off")).toBe(
      "Location, Industry, Army Branch, MOS, Help Topics, Areas of Expertise, and Class Year or Years of " +
        "Service: shown until you turn it off.",
    );
    expect(lines.get("Members, once you turn it on"))
      .toBe("Former Name: hidden until you turn it on.");
    expect(lines.get("Members, while your profile is visible")).toContain(
      "Rank, Duty Status, Company",
    );
    expect(lines.get("People you choose, for each contact")).toMatch(
      /^Primary Email, .*, Phone Number, .*It's all members until you choose\./,
    );
  });

  it.each(
    [
      ["open", "Anyone can register here"],
      ["confirmed", "an email address that they confirmed"],
      ["approved", "Staff approve each new member"],
      ["invited", "Only people whom the program invited"],
    ] as const,
  )("says who gets in, as staff have set it: %s", async (by, sentence) => {
    expect(await words({ admission: { by, domains: ["example.edu"] } })).toContain(sentence);
  });

  it("names the domains without approval only if others need approval", async () => {
    const domains = ["example.edu", "example.org"];
    expect(await words({ admission: { by: "approved", domains } }))
      .toContain("a confirmed address at example.edu or example.org don&#x27;t need approval");
    expect(await words({ admission: { by: "open", domains } })).not.toContain("example.org");
  });

  it("explains who sees a question, and limits on scheduled emails, with the rules' own numbers", async () => {
    const lines = new Map(factsOf(await (await createTestSite()).page(path)));
    expect(lines.get("Alumni, if you ask the program a question")).toContain(
      `without your name, ${
        spelled(askedAtOnce, "person", "people")
      } at a time who help with the topic. The one who answers`,
    );
    expect(await words()).toContain(`At most ${spelled(programMailsAYear, "email")} a year come`);
  });

  it("says for how many days messages are kept", async () => {
    expect(await words()).toContain("For 365 days after they end");
    expect(await words({ messagesKeepDays: 30 })).toContain(
      "For 30 days after they end",
    );
  });

  it("says when no backup has a deleted account anymore, by staff's setting", async () => {
    const { set, read } = await staffSite();
    const all = async () => textOf((await read(path)).html);
    expect(await all()).toContain("gone from all of them within 8 days. Every backup");
    await set({ does: "backups", backupWeeks: "4" });
    expect(await all()).toContain("within 35 days. Staff keep one backup a week for 4 weeks.");
    expect(await all()).toContain("Backups contain your data for at most 35 days more.");
  });

  it("names the kinds of places for pictures, backups, database and search, never the places", async () => {
    const s3 = {
      endpoint: "https://s3.secret.example",
      publicEndpoint: "https://s3.secret.example",
      bucket: "secret-bucket",
      region: "us-east-1",
      accessKeyId: "secret-id",
      secretAccessKey: "secret-key",
    };
    const here = await words();
    expectTexts(here, [
      "Pictures On the disk of the machine that runs this site.",
      "In this site&#x27;s own memory.",
    ]);
    const elsewhere = await words({
      backups: {
        recipient: "",
        make: makeBackup,
        environment: {
          dataDir: "/nowhere",
          database: { url: "http://libsql.secret.example" },
          s3,
          backups: { place: "bucket", s3 },
        },
      },
    });
    expectTexts(elsewhere, ["On a database server", "In a file store (S3), each hour"], [
      "secret.example",
    ]);
  });

  it("says that no email is sent, until staff set up mail", async () => {
    const mail = createFolderMail({ folder: await temporaryFolder(), sender });
    expect(await words({ mail })).toContain("Email isn&#x27;t set up here, so none leaves.");
    const { reach } = await serverForTest();
    const { save, read } = await siteForMail({ reach });
    expect(textOf((await read(path)).html)).toContain("so none leaves");
    await save();
    const text = textOf((await read(path)).html);
    expectTexts(text, ["through the mail server that the program set up"], [mailHost]);
  });

  it("says where answers by email are read, without the address", async () => {
    const { answers, read } = await siteForAnswers();
    expect(textOf((await read(path)).html)).toContain("Answers by email are off here");
    await answers();
    const { html } = await read(path);
    expectTexts(html, ["A mail service that the program chose passes answers on"], ["reply@"]);
  });

  it("has links to members' choices, which lead back after signing in", async () => {
    const site = await createTestSite({ members: [anAlum("alum")] });
    const hrefs = linksOf(await site.page(path)).map(({ href }) => href);
    for (
      const href of [
        "/profile",
        "/contacts",
        "/profile/edit",
        "/profile/data",
        "/profile/delete-account",
      ]
    ) {
      expect(hrefs).toContain(href);
      expect((await site.get(href, "alum")).status).toBe(200);
      const signedOut = await site.get(href);
      expect([signedOut.status, signedOut.headers.get("Location")]).toEqual([303, "/"]);
      expect(decodeURIComponent(signedOut.headers.get("Set-Cookie") ?? "")).toContain(
        `return-to=${href}`,
      );
    }
  });

  it("loads nothing from other sites, as it says", async () => {
    const site = await createTestSite();
    const answer = await site.get(path);
    const policy = answer.headers.get("Content-Security-Policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:\/\//);
    expect(await answer.text()).not.toMatch(/(?:src|href)="https?:\/\//);
  });
});

describe("the program's own paragraphs", () => {
  const text = "Our records officer is at room 12.\n\nAsk there for <anything> else.";

  it("are shown first, as written, until staff remove them", async () => {
    const { set, read, page } = await staffSite();
    const html = async () => (await read(path)).html;
    expect(await html()).not.toContain("From the program");
    await set({ does: "privacy", privacyText: text });
    expect(await html()).toContain(
      "Our records officer is at room 12.\n\nAsk there for &lt;anything&gt; else.",
    );
    expect(textsOf(await html(), "h2")[0]).toBe("From the program");
    expect(await page("/program/settings")).toContain("Our records officer");
    await set({ does: "privacy", privacyText: "" });
    expect(await html()).not.toContain("From the program");
  });

  it("are in the program's history, with their author", async () => {
    const { set, page } = await staffSite();
    await set({ does: "privacy", privacyText: "Ask us." });
    await set({ does: "privacy", privacyText: "" });
    expectTexts(textOf(await page("/program/history")), [
      "Stan Doe removed the program&#x27;s own lines from the privacy page",
      "Stan Doe wrote the program&#x27;s own lines on the privacy page: “Ask us.”",
    ]);
  });

  it("are encrypted in the database", async () => {
    const { testApp, set } = await staffSite();
    await set({ does: "privacy", privacyText: "Our records officer" });
    const facts = await testApp.database.read(
      "SELECT facts FROM events WHERE type = 'SettingsChanged'",
    );
    expect(facts).toEqual([{ facts: '{"isPrivacyText":true}' }]);
    const event = { isPrivacyText: true };
    expect(settingEventSchemas.SettingsChanged.facts.safeParse(event).success).toBe(true);
  });

  it("are limited to 2,000 characters, and need a recent password check", async () => {
    const { testApp, post, page } = await staffSite();
    const form = { does: "privacy", privacyText: "x".repeat(2001) };
    expectAnswer(await post("/program/settings", form), 422, "Must be at most 2,000 characters");
    await passwordGivenLongAgo(testApp);
    const asked = await post("/program/settings", { does: "privacy", privacyText: "Ask us." });
    expectAnswer(asked, 403, "password");
    expect(await page(path)).not.toContain("Ask us.");
  });
});

describe("the date of the last change", () => {
  it("is that of the last setting mentioned on the page", async () => {
    const clock = { ms: Date.parse("2026-11-20T12:00:00Z") };
    const { set, read, signIn } = await staffSite({ now: () => new Date(clock.ms) });
    const date = async () =>
      /Last changed on ([\w ,]+)\./.exec(textOf((await read(path)).html))?.[1];
    expect(await date()).toBeUndefined();
    await set({ does: "backups", backupWeeks: "1" });
    expect(await date()).toBe("Nov 20, 2026");
    clock.ms += 3 * 24 * 60 * 60 * 1000;
    await signIn();
    await set({ does: "limits", openRequests: "3" });
    expect(await date()).toBe("Nov 20, 2026");
    await set({ does: "support", supportEmail: "rotc@example.edu" });
    expect(await date()).toBe("Nov 23, 2026");
  });
});
