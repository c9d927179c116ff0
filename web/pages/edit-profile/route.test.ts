import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { sharedAtFirst } from "../../../events/vocabulary.ts";
import { Problem } from "../../../api/contract/problem.ts";
import { aMember, aProfile } from "../../testing/members.ts";
import { createTestSite, origin } from "../../testing/site.ts";
import { expectAnswer, expectTexts } from "../../testing/expect-answer.ts";
import { linkTo } from "../../testing/read-html.ts";

/** Casey without a profile, and Dana with one; and the answers to their forms. */
async function newSite() {
  const dana = { memberId: "dana", username: "dana", email: "dana@example.edu" };
  const site = await createTestSite({
    members: [
      aMember({ memberId: "casey", role: "alumni" }),
      aMember({ ...dana, role: "alumni", profile: aProfile() }),
    ],
  });
  return {
    ...site,
    open: (who: string) => site.page("/profile/edit", who),
    stored: async (who: string) => (await site.stored(who))!,
    save: (form: Readonly<Record<string, string>>, who = "dana") =>
      site.send("/profile/edit", { ...filled, ...form }, who),
    saveAccount: (form: Readonly<Record<string, string>>) =>
      site.send("/profile/account", { ...account, ...form }, "dana"),
  };
}

const account = { username: "dana", firstName: "Dana", lastName: "Reed", email: "d@example.edu" };
const filled = {
  classYear: "2015",
  rank: "CPT",
  armyBranch: "Armor",
  mos: "19A",
  primaryEmail: "casey@example.com",
  isVisible: "true",
};

describe("the form of a profile", () => {
  it("creates one, with every section", async () => {
    const html = await (await newSite()).open("casey");
    expect(html).toContain("Create Your Profile");
    expect(html).toContain("Share your experience and expertise with TCU ROTC cadets");
    const titles = [
      ...["Account Information", "Profile Picture", "Military Background", "Current Information"],
      ...["Contact Information", "Help Topics", "Army Schools", "Previous Positions"],
      "Privacy Settings",
    ];
    for (const title of titles) expect(html).toContain(`>${title}</h2>`);
    expect(html).toContain("Create Profile");
  });

  it.each(["cadet", "alumni", "cadre"] as const)(
    "asks a %s who can see each contact, with the default chosen, and saves all at once",
    async (role) => {
      const casey = aMember({ memberId: "casey", role, isCadreConfirmed: true });
      const site = await createTestSite({ members: [casey] });
      const html = await site.page("/profile/edit", "casey");
      expect(html).toContain("All members can see your contacts unless you choose otherwise.");
      const questions = html.match(
        /<select name="audience\.\w+"[^>]*><option[^>]*selected=""[^>]*>All members/g,
      );
      expect(questions).toHaveLength(5);
      const answer = await site.send("/profile/edit", {
        ...filled,
        phoneNumber: "555-0100",
        "audience.primaryEmail": "members",
        "audience.phoneNumber": "connections",
      }, "casey");
      expect(answer.status).toBe(303);
      expect(await site.product.contacts.audiences("casey"))
        .toMatchObject({ primaryEmail: "members", phoneNumber: "connections" });
    },
  );

  it("keeps a contact's audience that was changed after the form was opened", async () => {
    const site = await newSite();
    const [, version = ""] = /name="version" value="([^"]+)"/.exec(await site.open("dana")) ?? [];
    await site.send("/contacts", { primaryEmail: "nobody" }, "dana");
    const { status, html } = await site.save({ version, "audience.primaryEmail": "members" });
    expect([status, html.includes("Nothing is saved yet")]).toEqual([412, true]);
    expect((await site.product.contacts.audiences("dana")).primaryEmail).toBe("nobody");
  });

  it("folds the account for a new member, unless it has errors", async () => {
    const site = await newSite();
    const folded = (html: string) => !html.includes('<details class="edit-profile-account" open');
    expect(folded(await site.open("casey"))).toBe(true);
    expect(folded(await site.open("dana"))).toBe(false);
    const wrong = { username: "ca", firstName: "Casey", lastName: "Doe", email: "c@example.edu" };
    const returned = await site.send("/profile/account", wrong, "casey");
    expect(folded(returned.html)).toBe(false);
  });

  it("lists its sections, with their required fields", async () => {
    const html = await (await newSite()).open("casey");
    const [, bar = ""] = /<nav class="section-bar".*?>(.*?)<\/nav>/s.exec(html) ?? [];
    for (const [, target] of bar.matchAll(/href="#([^"]+)"/g)) {
      expect(html).toContain(`id="${target}"`);
    }
    const style = await readFile(new URL("./view.css", import.meta.url), "utf8");
    const needed = [...bar.matchAll(/data-needs="(\w+)"/g)].map(([, name]) => name);
    expect(needed).toEqual(["classYear", "rank", "armyBranch", "mos", "primaryEmail"]);
    for (const name of needed) expect(style).toContain(`[data-needs="${name}"]`);
  });

  it("scrolls focused fields clear of its bars", async () => {
    const html = await (await newSite()).open("casey");
    expect(html).toContain('data-edges="shell-nav section-bar profile-form"');
  });

  it("suggests values that several visible profiles share, and no others", async () => {
    const shared = { location: "Elk Fork, TX", industry: "Quilting", company: "Moonbeam Mills" };
    const sharedFields = { ...sharedAtFirst, industry: false };
    const two = { location: "Owl Bend, TX", company: "Lone Weaver" };
    const profiles = [
      aProfile(shared),
      aProfile(shared),
      aProfile({ ...shared, sharedFields }),
      aProfile(two),
      aProfile(two),
      aProfile({ ...two, isVisible: false }),
    ];
    const people = profiles.map((profile, at) =>
      aMember({ memberId: `m${at}`, username: `m${at}`, role: "alumni", profile })
    );
    const site = await createTestSite({
      members: [...people, aMember({ memberId: "casey", role: "alumni" })],
    });
    const html = await site.page("/profile/edit", "casey");
    const offered = (name: string, from = html) =>
      new RegExp(`<datalist id="offers-${name}">(.*?)</datalist>`).exec(from)?.[1] ?? "";
    const first = (value: string) => new RegExp(`^<option value="${value}"`);
    expect(offered("location")).toMatch(first("Elk Fork, TX"));
    expect(offered("company")).toMatch(first("Moonbeam Mills"));
    expectTexts(html, [], ["Owl Bend", "Lone Weaver", "Quilting"]);
    // Our own list follows.
    expect(offered("industry")).toMatch(first("Accounting"));
    expect(offered("location")).toContain("Fort Worth, TX");
    expect(html).toMatch(/<input[^>]*list="offers-location"[^>]*name="location"/);
  });

  it("includes the account", async () => {
    const html = await (await newSite()).open("dana");
    for (const label of ["Username", "Email", "First Name", "Last Name"]) {
      expect(html).toMatch(new RegExp(`<label[^>]*for="account-[a-zA-Z]+"[^>]*>${label}</label>`));
    }
    expectTexts(html, ['value="dana@example.edu"', "Save Account Information"]);
  });

  it("is filled in from an existing profile", async () => {
    const html = await (await newSite()).open("dana");
    expect(html).toContain("Edit Profile");
    expect(html).toContain("Update your profile information");
    expect(html).toContain('value="Northfield Partners"');
    expect(html).toContain("Save Changes");
  });
});

describe("a profile's form sent without script", () => {
  it("is returned with messages and the typed values", async () => {
    const site = await newSite();
    const { status, html } = await site.save({ mos: "", bio: "Typed" }, "casey");
    expect(status).toBe(422);
    expect(linkTo(html, "MOS is required")).toBe("#profile-mos");
    expect(html).toMatch(/id="profile-mos-error"[^>]*>MOS is required/);
    // There is no script to focus the summary; the browser does.
    expect(html).toMatch(/class="error-summary"[^>]* autofocus=""/);
    expectTexts(html, ["Typed</textarea>", 'value="casey@example.com"']);
    expect((await site.stored("casey")).profile).toBeNull();
  });

  it("is returned with the typed values after too many changes, and says when to try again", async () => {
    const site = await newSite();
    site.product.profiles.change = () => {
      throw new Problem(429, "Too many changes. Try again later.", { retryAfterSeconds: 60 });
    };
    const { status, headers, html } = await site.save({ bio: "What I wrote" });
    expect([status, headers.get("Retry-After")]).toEqual([429, "60"]);
    expectTexts(html, ["Too many changes. Try again later.", "What I wrote"]);
  });

  it("is returned with one entry more or less", async () => {
    const site = await newSite();
    const entry = 'aria-label="Army School 1"';
    expectAnswer(await site.save({ add: "armySchools" }, "casey"), 200, entry);
    const one = { armySchools: "Ranger School", remove: "armySchools:0" };
    expect((await site.save(one, "casey")).html).not.toContain(entry);
    expect((await site.stored("casey")).profile).toBeNull();
  });
});

describe("a form larger than any profile", () => {
  const send = (form: readonly [string, string][]) =>
    newSite().then((site) =>
      site.send("/profile/edit", [...Object.entries(filled), ...form], "casey")
    );
  const schools = (count: number) =>
    Array.from({ length: count }, () => ["armySchools", "Ranger"] as [string, string]);

  it.each([
    [60, 422, "Must have at most 50 entries"],
    [61, 413, "A list has more than 60 entries. Remove some."],
  ])("says what is wrong with a list of %i", async (count, status, message) => {
    expectAnswer(await send(schools(count)), status, message);
  });

  it("doesn't show longer lists, nor add entries to them", async () => {
    const { html } = await send([...schools(60), ["add", "armySchools"]]);
    expectTexts(html, ['aria-label="Army School 60"'], ['aria-label="Army School 61"']);
  });

  it("cuts each text to slightly more than can be saved", async () => {
    const long = "x".repeat(9000);
    const { status, html } = await send([["bio", long], ["company", long], ["armySchools", long]]);
    expect(status).toBe(422);
    expect(html.match(/x{201,}/g)?.map(({ length }) => length).sort((a, b) => a - b))
      .toEqual([220, 220, 260, 260, 4100, 4100]);
  });
});

describe("a profile changed after its form was opened", () => {
  const opened = { company: "Lakeside", version: "2026-02-01T12:00:00.000Z" };

  it("isn't overwritten without asking, and the form keeps its values", async () => {
    const site = await newSite();
    const before = (await site.stored("dana")).profile;
    const { status, html } = await site.save(opened);
    expect(status).toBe(412);
    expectTexts(html, ["Your profile was changed somewhere else", 'value="Lakeside"']);
    expect((await site.stored("dana")).profile).toEqual(before);
    const [, version = ""] = /name="version" value="([^"]*)"/.exec(html) ?? [];
    expect((await site.save({ ...opened, version })).location).toBe("/profile");
    expect((await site.stored("dana")).profile?.company).toBe("Lakeside");
  });

  it.each<Record<string, string>>([{ add: "armySchools" }, { mos: "" }])(
    "is still known to be so after an entry was added, or something was wrong: %j",
    async (change) => {
      const { html } = await (await newSite()).save({ ...opened, ...change });
      expect(html).toContain(`name="version" value="${opened.version}"`);
    },
  );
});

describe("the account's form sent without script", () => {
  it("is returned with messages, and can't set other fields", async () => {
    const site = await newSite();
    const { status, html } = await site.saveAccount({ firstName: "", role: "cadre" });
    expect([status, html.includes("First name is required")]).toEqual([422, true]);
    expect((await site.stored("dana")).role).toBe("alumni");
  });
});

describe("an account changed after its form was opened", () => {
  const openedIn = (html: string) =>
    (/name="opened" value="([^"]*)"/.exec(html)?.[1] ?? "").replaceAll("&quot;", '"');
  /** Dana's form with another last name, after another tab saved `elsewhere`. */
  async function given(elsewhere: Readonly<Record<string, string>>) {
    const site = await newSite();
    const opened = openedIn(await site.open("dana"));
    await site.product.accounts.changeDetails("dana", elsewhere, origin);
    return { ...site, opened, form: { ...JSON.parse(opened), lastName: "Reed" } };
  }

  it("keeps changes to other fields from elsewhere", async () => {
    const { saveAccount, stored, form, opened } = await given({ firstName: "Danielle" });
    expect((await saveAccount({ ...form, opened })).status).toBe(303);
    expect(await stored("dana")).toMatchObject({ firstName: "Danielle", lastName: "Reed" });
  });

  it("isn't overwritten without asking, and the form keeps its values", async () => {
    const elsewhere = { lastName: "Okafor", firstName: "Danielle" };
    const { saveAccount, stored, form, opened } = await given(elsewhere);
    const { status, html } = await saveAccount({ ...form, opened });
    expect(status).toBe(409);
    expect(html).toContain("Your account was changed somewhere else");
    expect(linkTo(html, /^Last name was changed to “Okafor”/)).toBe("#account-lastName");
    expect(html).toMatch(/class="error-summary"[^>]* autofocus=""/);
    expect(html).toContain('value="Reed"');
    expect((await stored("dana")).lastName).toBe("Okafor");
    expect((await saveAccount({ ...form, opened: openedIn(html) })).status).toBe(303);
    expect(await stored("dana")).toMatchObject({ firstName: "Danielle", lastName: "Reed" });
  });

  it("is still detected after the form had errors", async () => {
    const { saveAccount, opened } = await given({});
    expect(openedIn((await saveAccount({ firstName: "", opened })).html)).toBe(opened);
  });

  it.each(["", "{", "[]", '{"username":1}', "null"])(
    "is saved as it was sent by a form that does not say what it was opened with: %j",
    async (opened) => {
      const site = await newSite();
      expect((await site.saveAccount({ opened })).status).toBe(303);
      expect((await site.stored("dana")).lastName).toBe("Reed");
    },
  );
});

describe("the picture's form sent without script", () => {
  it("removes the picture", async () => {
    const site = await newSite();
    const objectPath = "/objects/pictures/dana/one.webp";
    await site.execute("dana", { type: "ChangeProfileImage", objectPath });
    expect(await site.open("dana")).toContain("Remove picture");
    expect((await site.send("/profile/picture/remove", {}, "dana")).location).toBe("/profile/edit");
    expect((await site.stored("dana")).profileImageUrl).toBeNull();
  });
});
