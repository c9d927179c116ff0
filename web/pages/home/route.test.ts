import { describe, expect, it } from "vitest";
import { sharedAtFirst } from "../../../events/vocabulary.ts";
import { temporaryFolder } from "../../../events/testing/database.ts";
import { createFolderMail } from "../../../api/mail/drivers/folder.ts";
import { cadetId, mentorId, siteWithTwo } from "../../testing/conversations.ts";
import { aMember, anAlum, aProfile } from "../../testing/members.ts";
import { sender } from "../../testing/mail-site.ts";
import { textOf } from "../../testing/staff-site.ts";
import { createTestSite } from "../../testing/site.ts";
import { expectTexts } from "../../testing/expect-answer.ts";
import { linkTo, textsOf } from "../../testing/read-html.ts";

const site = await createTestSite({ members: [aMember({ memberId: "casey" })] });

const since = "2026-03-01T12:00:00.000Z";
const domains = ["example.edu"];
const waits = (needs: "confirmation" | "approval") => ({ state: "waiting", needs, since }) as const;

describe("Home of an applicant", () => {
  const homeOf = async (member: Parameters<typeof aMember>[0]) => {
    const admission = { by: "approved", domains } as const;
    const members = [aMember({ memberId: "kim", ...member })];
    return await (await createTestSite({ members, admission })).page("/", "kim");
  };
  const sendAgain = 'action="/verify-email/resend"';
  const waitsForStaff = "staff reviews each registration. We&#x27;ll email you their decision.";

  it("asks to confirm the address, and offers the link again", async () => {
    const html = await homeOf({ admission: waits("confirmation") });
    expectTexts(html, ["Confirm your email address</h1>", sendAgain], ["Browse Directory"]);
  });

  it("asks to confirm an address whose domain is enough for approval", async () => {
    const html = await homeOf({ admission: waits("approval"), email: "kim@example.edu" });
    expectTexts(html, ["Confirm your email address</h1>"], [waitsForStaff]);
  });

  it("says that staff will review it", async () => {
    const admission = waits("approval");
    expectTexts(await homeOf({ admission, email: "kim@example.com" }), [waitsForStaff, sendAgain]);
    expectTexts(await homeOf({ admission, emailVerified: true }), [waitsForStaff], [sendAgain]);
  });

  it("shows staff's reason for a refusal", async () => {
    const words = "We do not know you <b>";
    const html = await homeOf({ admission: { state: "refused", words, at: since } });
    expect(html).toContain("Your registration wasn&#x27;t approved</h1>");
    expect(html).toContain("We do not know you &lt;b&gt;");
    expect(html).toContain("mailto:support@example.edu");
  });
});

describe("home", () => {
  it("links to the directory and to the member's own profile", async () => {
    const html = await site.page("/", "casey");
    expect(textsOf(html, "h2")).toContain("Connect with TCU Army ROTC Alumni");
    expect(linkTo(html, "Browse Directory")).toBe("/directory");
    expect(linkTo(html, "Create Profile")).toBe("/profile");
  });

  it("has the features and how it works", async () => {
    const html = await site.page("/", "casey");
    expectTexts(html, ["Searchable Directory", "Privacy First", "How it works"]);
  });
});

describe("home of a cadet", () => {
  it("starts with a search that works without script, and people to ask", async () => {
    const html = await (await siteWithTwo()).page("/", cadetId);
    expect(html).toMatch(/<form[^>]*role="search" action="\/alumni"/);
    expect(html).toContain('name="search"');
    const parts = ["Find someone who can help", "People you could ask", "Connect with TCU"];
    const places = parts.map((part) => html.indexOf(part));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(html).toContain(`href="/alumni/${mentorId}"`);
    expectTexts(html, [], ["Your requests", "Mentoring settings", "Confirm your email address"]);
  });

  it("shows their requests until they end", async () => {
    const site = await siteWithTwo();
    const id = await site.ask();
    const asked = await site.page("/", cadetId);
    expectTexts(asked, ["Your requests", `href="/connections/${id}#latest"`]);
    expect(await site.page("/", mentorId)).not.toContain("Your requests");
    await site.accept(id);
    await site.end(id);
    expect(await site.page("/", cadetId)).not.toContain("Your requests");
  });

  it("shows waiting connections above people to ask", async () => {
    const site = await siteWithTwo();
    const id = await site.ask();
    await site.write(mentorId, id, "Which branches do you think of?");
    const html = await site.page("/", cadetId);
    expect(html.indexOf("Waiting for you")).toBeLessThan(html.indexOf("People you could ask"));
  });

  it("asks to confirm the address in one line, and offers the link again", async () => {
    const site = await siteWithTwo({ cadet: { emailVerified: false, email: "kim@example.com" } });
    const html = await site.page("/", cadetId);
    expect(html).toContain("open the link we sent to kim@example.com");
    expect(html).toContain('action="/verify-email/resend"');
  });

  it.each([
    ["2026", true],
    ["2027", false],
  ])("asks a class of %s for a lasting address before it graduates: %s", async (year, isAsked) => {
    const profile = aProfile({ classYear: year });
    const casey = aMember({ memberId: "casey", role: "cadet", emailVerified: true, profile });
    const now = () => new Date("2026-03-01T12:00:00.000Z");
    const html = await (await createTestSite({ members: [casey], now })).page("/", "casey");
    const text = "Your university address may end then.";
    expectTexts(html, isAsked ? [text] : [], isAsked ? [] : [text]);
    expect(linkTo(html, "Add an address that stays with you"))
      .toBe(isAsked ? "/profile/addresses" : undefined);
  });

  it.each([
    ["/", null],
    ["/", waits("approval")],
    ["/check-inbox", null],
    ["/profile", null],
  ])("says at %s that no link has left while mail isn't set up", async (path, admission) => {
    const kim = aMember({ memberId: "kim", role: "cadet", emailVerified: false, admission });
    const mail = createFolderMail({ folder: await temporaryFolder(), sender });
    const site = await createTestSite({ members: [kim], mail });
    const html = await site.page(path, "kim");
    expect(html).toContain("This site can&#x27;t send email yet.");
    expect(html).not.toMatch(/the link we sent|We sent a link|Send the link again/);
  });
});

describe("home of an alumnus", () => {
  const homeOf = async (member: Parameters<typeof aMember>[0]) => {
    const members = [aMember({ memberId: "kim", role: "alumni", emailVerified: true, ...member })];
    return await (await createTestSite({ members })).page("/", "kim");
  };
  const title = (html: string) => textsOf(html, "h1");
  const asks = ["Casey Nguyen asks for your help"];

  it("tells a new member the next steps, and what to add", async () => {
    const html = await homeOf({ profile: aProfile({ helpTopics: [] }) });
    expect(title(html)).toEqual(["Cadets can find you now"]);
    expect(html).toContain("When a cadet asks for your help, we&#x27;ll email you.");
    expect(linkTo(html, "View as a cadet")).toBe("/profile/preview");
    expect(linkTo(html, "Choose what you can help with")).toBe("/profile/edit#profile-helpTopics");
    expect(html).not.toContain("asked for help with your topics");
  });

  it("doesn't promise emails to an unconfirmed address", async () => {
    const html = await homeOf({ emailVerified: false, profile: aProfile() });
    expectTexts(html, ["you&#x27;ll see it here", 'action="/verify-email/resend"']);
  });

  it("tells a new member what keeps cadets from asking, with one button", async () => {
    const none = await homeOf({});
    expect(title(none)).toEqual(["Cadets can't find you until you create a profile"]);
    expect(linkTo(none, "Create your profile")).toBe("/profile/edit");
    const hidden = await homeOf({ profile: aProfile({ isVisible: false }) });
    expectTexts(hidden, [
      "Cadets can&#x27;t find you: your profile is hidden.",
      ...['action="/profile/visibility"', "Show my profile"],
    ]);
  });

  it("says once that they aren't shown yet, until they dismiss it", async () => {
    const members = [anAlum("kim", { isVisible: false })];
    const site = await createTestSite({ members });
    await site.execute("kim", { type: "ChangeShowReminder", wants: true });
    const reminded = await site.page("/", "kim");
    expect(title(reminded)).toEqual(["Cadets can't find you yet"]);
    expect(reminded.match(/action="\/profile\/visibility"/g)).toHaveLength(1);
    await site.send("/profile/show-reminder", {}, "kim");
    const dismissed = await site.page("/", "kim");
    expect(title(dismissed)).toEqual(["Your mentoring"]);
    expectTexts(dismissed, ["Show my profile"], ["Don&#x27;t remind me"]);
  });

  it("shows a hidden profile with one press, and returns to Home", async () => {
    const profile = aProfile({ isVisible: false });
    const members = [aMember({ memberId: "kim", role: "alumni", profile })];
    const site = await createTestSite({ members });
    const form = { isVisible: "true", from: "home" };
    expect((await site.send("/profile/visibility", form, "kim")).location).toBe("/");
    expect(title(await site.page("/", "kim"))).toEqual(["Cadets can find you now"]);
  });

  it("starts with the asker, their class and topic, and one button", async () => {
    const site = await siteWithTwo({ cadet: { profile: aProfile({ classYear: "2028" }) } });
    const id = await site.ask();
    const html = await site.page("/", mentorId);
    expect(title(html)).toEqual(asks);
    expect(textOf(html)).toContain("Cadet · Class of 2028");
    expectTexts(html, ["Branch Selection"], ["How do I choose a branch?"]);
    expect(linkTo(html, "Read and Answer")).toBe(`/connections/${id}#latest`);
  });

  it.each([
    ["hidden", { isVisible: false }],
    ["not shared", { sharedFields: { ...sharedAtFirst, classYear: false } }],
  ])("leaves out the class of a cadet whose class is %s", async (_, change) => {
    const profile = aProfile({ classYear: "2028", ...change });
    const site = await siteWithTwo({ cadet: { profile } });
    await site.ask();
    const html = await site.page("/", mentorId);
    expect(title(html)).toEqual(asks);
    expect(html).not.toContain("2028");
  });

  it("shows what keeps others from asking below waiting connections", async () => {
    const site = await siteWithTwo();
    await site.ask();
    await site.send("/mentoring", { capacity: "3" }, mentorId);
    const html = await site.page("/", mentorId);
    expect(title(html)).toEqual(asks);
    expectTexts(html, ["you aren&#x27;t taking requests", 'action="/mentoring"', 'value="home"']);
  });

  it("doesn't show a blocked person's request or thanks", async () => {
    const site = await siteWithTwo();
    await site.block();
    const before = textOf(await site.page("/", mentorId));
    await site.ask();
    expect(textOf(await site.page("/", mentorId))).toBe(before);
  });

  it("counts the people they answered, and shows their thanks", async () => {
    const site = await siteWithTwo();
    const id = await site.ask();
    await site.accept(id);
    const answered = await site.page("/", mentorId);
    expect(textOf(answered)).toContain("You answered 1 cadet");
    await site.end(id);
    expect(title(await site.page("/", mentorId))).toEqual(["You answered 1 cadet"]);
    await site.thank(id, "That was a <great> help.");
    const thanked = await site.page("/", mentorId);
    expect(textOf(thanked)).toContain("Casey thanked you:");
    expect(thanked).toContain("That was a &lt;great&gt; help.");
    expect(linkTo(thanked, "Casey")).toBe(`/connections/${id}`);
    await site.block();
    expectTexts(await site.page("/", mentorId), ["You answered 1 cadet"], ["thanked", "great"]);
  });

  it("doesn't count declined requests", async () => {
    const site = await siteWithTwo();
    await site.send(`/connections/${await site.ask()}`, { action: "decline" }, mentorId);
    expect(title(await site.page("/", mentorId))).toEqual(["Cadets can find you now"]);
  });

  it("doesn't say whether it helped if there are no words", async () => {
    const site = await siteWithTwo();
    const id = await site.ask();
    await site.accept(id);
    await site.end(id);
    const before = textOf(await site.page("/", mentorId));
    await site.thank(id, null);
    expect(textOf(await site.page("/", mentorId))).toBe(before);
  });
});

it("links from Home of cadre to the program's people", async () => {
  const members = [aMember({ memberId: "stan", role: "cadre" })];
  const html = await (await createTestSite({ members })).page("/", "stan");
  const directories = ["/alumni", "/cadre", "/directory"].map((path) => `href="${path}"`);
  expectTexts(html, directories, ['href="/program']);
});

describe("headings of Home", () => {
  const levelsOf = (html: string) =>
    [...html.slice(html.indexOf("<main")).matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));

  it.each(["cadet", "alumni", "cadre"] as const)("are in order for %s", async (role) => {
    const members = [
      aMember({ memberId: "kim", role, isCadreConfirmed: true, profile: aProfile() }),
      anAlum(mentorId),
    ];
    const levels = levelsOf(await (await createTestSite({ members })).page("/", "kim"));
    expect(levels[0]).toBe(1);
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    const jumps = levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1);
    expect(jumps).toEqual([]);
  });
});
