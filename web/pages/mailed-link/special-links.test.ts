import { describe, expect, it } from "vitest";
import { profileLink, programMailsLink } from "../../../api/contract/mailed-links.ts";
import { yearMs } from "../../../events/members/program-mails.ts";
import { changeRecords } from "../../../events/testing/rows.ts";
import { expectAnswer } from "../../testing/expect-answer.ts";
import { mentorId, siteWithTwo } from "../../testing/conversations.ts";
import { linkTo } from "../../testing/read-html.ts";
import { aProfile } from "../../testing/members.ts";
import { now } from "../../testing/site.ts";

const longAgo = new Date(now().getTime() - yearMs).toISOString();

async function given(link: string) {
  const site = await siteWithTwo({ mentor: { profile: aProfile({ company: "Initech" }) } });
  await changeRecords(
    site.testApp,
    ({ profile, ...record }) => ({
      ...record,
      profile: profile && { ...profile, confirmedAt: longAgo },
    }),
  );
  const path = await site.link(mentorId, link);
  const member = async () => await site.stored(mentorId);
  return { ...site, path, member };
}

describe("the link to confirm a profile", () => {
  it("shows what others see, and changes nothing when it is opened", async () => {
    const site = await given(profileLink);
    const html = await site.page(site.path);
    for (const text of ["Is Your Profile Still Right?", "Work: ", "Initech"]) {
      expect(html).toContain(text);
    }
    expect(html).not.toMatch(/555-|@example\.com/);
    expect(linkTo(html, "Change my profile")).toBe("/profile/edit");
    expect((await site.member())?.profile?.confirmedAt).toBe(longAgo);
  });

  it("confirms with one press of its own form, signed in or not, and still says so later", async () => {
    const site = await given(profileLink);
    expect((await site.send(site.path, {})).status).toBe(403);
    const form = await site.fields(site.path);
    expectAnswer(await site.send(site.path, form), 200, "Your Profile Is Confirmed");
    expect((await site.member())?.profile?.confirmedAt).not.toBe(longAgo);
    expectAnswer(await site.send(site.path, form), 200, "Your Profile Is Confirmed");
    expect(await site.page(site.path)).toContain("Your Profile Is Confirmed");
  });

  it("says so if the profile was deleted since", async () => {
    const site = await given(profileLink);
    const form = await site.fields(site.path);
    await site.execute(mentorId, { type: "DeleteProfile" });
    expect(await site.page(site.path)).toContain("You Have No Profile");
    expectAnswer(await site.send(site.path, form), 200, "You Have No Profile");
  });
});

describe("the link that stops yearly emails", () => {
  it("takes one click in a mail program, and asks first in a browser", async () => {
    const site = await given(programMailsLink);
    const path = `${site.path}/no-program-mails`;
    for (const each of [path, site.path]) {
      expect(await site.page(each)).toContain("Stop These Emails?");
    }
    expect((await site.member())?.programMails).toMatchObject({ areWanted: true });
    const stopped = await site.send(path, { "List-Unsubscribe": "One-Click" });
    expectAnswer(stopped, 200, "Emails Stopped");
    expect((await site.member())?.programMails.areWanted).toBe(false);
    expect(await site.page(site.path)).toContain("Emails Stopped");
    expect((await site.send("/c/unknown/no-program-mails", {})).status).toBe(404);
  });
});
