import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { Problem } from "../../../api/problems.ts";
import { aMember, aProfile } from "../../testing/members.ts";
import { createTestSite } from "../../testing/site.ts";

function newSite() {
  return createTestSite({
    members: [
      aMember({ memberId: "casey", role: "alumni" }),
      aMember({
        memberId: "dana",
        username: "dana",
        email: "dana@example.edu",
        role: "alumni",
        profile: aProfile(),
      }),
    ],
  });
}

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
    const html = await newSite().page("/profile/edit", "casey");
    expect(html).toContain("Create Your Profile");
    expect(html).toContain("Share your experience and expertise with TCU ROTC cadets");
    for (
      const title of [
        "Account Information",
        "Profile Picture",
        "Military Background",
        "Current Information",
        "Contact Information",
        "Help Topics",
        "Army Schools",
        "Previous Positions",
        "Privacy Settings",
      ]
    ) {
      expect(html).toContain(`>${title}</h2>`);
    }
    expect(html).toContain("Create Profile");
  });

  it.each(["cadet", "alumni", "cadre"] as const)(
    "asks a %s who can see each contact, with the default chosen, and saves all at once",
    async (role) => {
      const casey = aMember({ memberId: "casey", role, isCadreConfirmed: true });
      const site = createTestSite({ members: [casey] });
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

  it("does not undo who can see a contact, where that was changed since it was opened", async () => {
    const site = newSite();
    const html = await site.page("/profile/edit", "dana");
    const [, version = ""] = /name="version" value="([^"]+)"/.exec(html) ?? [];
    await site.send("/contacts", { primaryEmail: "nobody" }, "dana");
    const form = { ...filled, version, "audience.primaryEmail": "members" };
    const answer = await site.send("/profile/edit", form, "dana");
    expect(answer.status).toBe(412);
    expect(answer.html).toContain("Nothing is saved yet");
    expect((await site.product.contacts.audiences("dana")).primaryEmail).toBe("nobody");
  });

  it("folds the account for who has just given it, unless something is wrong there", async () => {
    const site = newSite();
    const folded = (html: string) => !html.includes('<details class="edit-profile-account" open');
    expect(folded(await site.page("/profile/edit", "casey"))).toBe(true);
    expect(folded(await site.page("/profile/edit", "dana"))).toBe(false);
    const wrong = { username: "ca", firstName: "Casey", lastName: "Doe", email: "c@example.edu" };
    const returned = await site.send("/profile/account", wrong, "casey");
    expect(folded(returned.html)).toBe(false);
  });

  it("lists its sections, and knows which fields are required there", async () => {
    const html = await newSite().page("/profile/edit", "casey");
    const [, bar = ""] = /<nav class="section-bar".*?>(.*?)<\/nav>/s.exec(html) ?? [];
    for (const [, target] of bar.matchAll(/href="#([^"]+)"/g)) {
      expect(html).toContain(`id="${target}"`);
    }
    const style = await readFile(new URL("./page.css", import.meta.url), "utf8");
    const needed = [...bar.matchAll(/data-needs="(\w+)"/g)].map(([, name]) => name);
    expect(needed).toEqual(["classYear", "rank", "armyBranch", "mos", "primaryEmail"]);
    for (const name of needed) expect(style).toContain(`[data-needs="${name}"]`);
  });

  it("offers what several profiles share", async () => {
    const profile = aProfile({ location: "Dallas, TX" });
    const people = ["dana", "erin"].map((memberId) =>
      aMember({ memberId, username: memberId, role: "alumni", profile })
    );
    const site = createTestSite({
      members: [...people, aMember({ memberId: "casey", role: "alumni" })],
    });
    const html = await site.page("/profile/edit", "casey");
    expect(html).toContain('<datalist id="offers-location"><option value="Dallas, TX">');
    expect(html).toMatch(/<input[^>]*list="offers-location"[^>]*name="location"/);
    const alone = await newSite().page("/profile/edit", "casey");
    expect(alone).not.toContain("<datalist");
  });

  it("has the account in it", async () => {
    const html = await newSite().page("/profile/edit", "dana");
    for (const label of ["Username", "Email", "First Name", "Last Name"]) {
      expect(html).toMatch(new RegExp(`<label[^>]*for="account-[a-zA-Z]+">${label}</label>`));
    }
    expect(html).toContain('value="dana@example.edu"');
    expect(html).toContain("Save Account Information");
  });

  it("is filled in once there is one", async () => {
    const html = await newSite().page("/profile/edit", "dana");
    expect(html).toContain("Edit Profile");
    expect(html).toContain("Update your profile information");
    expect(html).toContain('value="Northfield Partners"');
    expect(html).toContain("Save Changes");
  });
});

describe("a profile's form that was sent without script", () => {
  it("creates the profile", async () => {
    const site = newSite();
    const response = await site.send("/profile/edit", filled, "casey");
    expect(response.status).toBe(303);
    expect(response.location).toBe("/profile");
    expect(site.product.members.get("casey")?.profile).toMatchObject({
      armyBranch: "Armor",
      isVisible: true,
    });
  });

  it("changes the profile", async () => {
    const site = newSite();
    await site.send("/profile/edit", { ...filled, company: "Lone Star Power" }, "dana");
    expect(site.product.members.get("dana")?.profile?.company).toBe("Lone Star Power");
    expect(site.product.members.get("dana")?.profile?.armySchools).toEqual([]);
  });

  it("comes back with messages and what was typed", async () => {
    const site = newSite();
    const { status, html } = await site.send(
      "/profile/edit",
      { ...filled, mos: "", bio: "Kept" },
      "casey",
    );
    expect(status).toBe(400);
    expect(html).toMatch(/<a href="#profile-mos">MOS is required<\/a>/);
    expect(html).toContain('id="profile-mos-error">MOS is required');
    // There is no script to bring the focus to the summary: the browser does.
    expect(html).toMatch(/class="error-summary"[^>]* autofocus=""/);
    expect(html).toContain("Kept</textarea>");
    expect(html).toContain('value="casey@example.com"');
    expect(site.product.members.get("casey")?.profile).toBeNull();
  });

  it("comes back with what was typed after too many changes, and says when to try again", async () => {
    const site = newSite();
    site.product.profiles.change = () => {
      throw new Problem(429, "Too many changes. Try again later.", { retryAfterSeconds: 60 });
    };
    const bio = "What I wrote";
    const { status, headers, html } = await site.send("/profile/edit", { ...filled, bio }, "dana");
    expect([status, headers.get("Retry-After")]).toEqual([429, "60"]);
    expect(html).toContain("Too many changes. Try again later.");
    expect(html).toContain(bio);
  });

  it("comes back with one entry more or less", async () => {
    const site = newSite();
    const more = await site.send("/profile/edit", { ...filled, add: "armySchools" }, "casey");
    expect(more.status).toBe(200);
    expect(more.html).toContain('aria-label="Army School 1"');
    const less = await site.send(
      "/profile/edit",
      { ...filled, armySchools: "Ranger School", remove: "armySchools:0" },
      "casey",
    );
    expect(less.html).not.toContain('aria-label="Army School 1"');
    expect(site.product.members.get("casey")?.profile).toBeNull();
  });
});

describe("a profile's form that is larger than any profile", () => {
  const send = (form: readonly [string, string][]) =>
    newSite().send("/profile/edit", [...Object.entries(filled), ...form], "casey");
  const schools = (count: number, text: string) =>
    Array.from({ length: count }, () => ["armySchools", text] as [string, string]);

  it("comes back while its lists can be shown, and says what is wrong", async () => {
    const response = await send(schools(60, "Ranger"));
    expect(response.status).toBe(400);
    expect(response.html).toContain("Must have at most 50 entries");
  });

  it("has no longer list shown, nor one that an entry is added to", async () => {
    const response = await send(schools(61, "Ranger"));
    expect(response.status).toBe(413);
    expect(response.html).toContain("A list has more than 60 entries. Remove some.");
    const { html: added } = await send([...schools(60, "Ranger"), ["add", "armySchools"]]);
    expect(added).toContain('aria-label="Army School 60"');
    expect(added).not.toContain('aria-label="Army School 61"');
  });

  it("shows of each text more than may be saved, but not much more", async () => {
    const long = "x".repeat(9000);
    const { status, html } = await send([["bio", long], ["company", long], ["armySchools", long]]);
    expect(status).toBe(400);
    expect(html.match(/x{201,}/g)?.map(({ length }) => length).sort((a, b) => a - b))
      .toEqual([220, 220, 260, 260, 4100, 4100]);
  });
});

describe("a profile that was changed after its form was opened", () => {
  const opened = { ...filled, company: "Lakeside", version: "2026-02-01T12:00:00.000Z" };

  it("is not overwritten unasked, and what was sent stays in the form", async () => {
    const site = newSite();
    const before = site.product.members.get("dana")?.profile;
    const { status, html } = await site.send("/profile/edit", opened, "dana");
    expect(status).toBe(412);
    expect(html).toContain("Your profile was changed somewhere else");
    expect(html).toContain('value="Lakeside"');
    expect(site.product.members.get("dana")?.profile).toBe(before);
    const [, version = ""] = /name="version" value="([^"]*)"/.exec(html) ?? [];
    const again = await site.send("/profile/edit", { ...opened, version }, "dana");
    expect(again.location).toBe("/profile");
    expect(site.product.members.get("dana")?.profile?.company).toBe("Lakeside");
  });

  it("is still known to be so after an entry was added, or something was wrong", async () => {
    const site = newSite();
    const changes: readonly Record<string, string>[] = [{ add: "armySchools" }, { mos: "" }];
    for (const change of changes) {
      const html = (await site.send("/profile/edit", { ...opened, ...change }, "dana")).html;
      expect(html).toContain(`name="version" value="${opened.version}"`);
    }
  });
});

describe("the account's form that was sent without script", () => {
  const account = { username: "dana", firstName: "Dana", lastName: "Reed", email: "d@example.edu" };

  it("changes the account", async () => {
    const site = newSite();
    const response = await site.send("/profile/account", account, "dana");
    expect(response.location).toBe("/profile/edit");
    expect(site.product.members.get("dana")?.lastName).toBe("Reed");
  });

  it("comes back with messages, and cannot set anything else", async () => {
    const site = newSite();
    const response = await site.send(
      "/profile/account",
      { ...account, firstName: "", role: "cadre" },
      "dana",
    );
    expect(response.status).toBe(400);
    expect(response.html).toContain("First name is required");
    expect(site.product.members.get("dana")?.role).toBe("alumni");
  });
});

describe("an account that was changed after its form was opened", () => {
  const sent = { username: "dana", firstName: "Dana", lastName: "Reed", email: "d@example.edu" };
  const openedWith = async (site: ReturnType<typeof newSite>) => {
    const html = await site.page("/profile/edit", "dana");
    return openedIn(html);
  };
  const openedIn = (html: string) =>
    (/name="opened" value="([^"]*)"/.exec(html)?.[1] ?? "").replaceAll("&quot;", '"');
  const elsewhere = (site: ReturnType<typeof newSite>, details: Record<string, string>) =>
    site.product.accounts.changeDetails("dana", details, { ip: "192.0.2.1", requestId: "test" });

  it("keeps what was changed elsewhere in other fields", async () => {
    const site = newSite();
    const opened = await openedWith(site);
    const before = JSON.parse(opened);
    await elsewhere(site, { firstName: "Danielle" });
    const response = await site.send(
      "/profile/account",
      { ...before, lastName: "Reed", opened },
      "dana",
    );
    expect(response.status).toBe(303);
    expect(site.product.members.get("dana")).toMatchObject({
      firstName: "Danielle",
      lastName: "Reed",
    });
  });

  it("is not overwritten unasked, and what was sent stays in the form", async () => {
    const site = newSite();
    const opened = await openedWith(site);
    const before = JSON.parse(opened);
    await elsewhere(site, { lastName: "Okafor", firstName: "Danielle" });
    const form = { ...before, lastName: "Reed" };
    const { status, html } = await site.send("/profile/account", { ...form, opened }, "dana");
    expect(status).toBe(409);
    expect(html).toContain("Your account was changed somewhere else");
    expect(html).toMatch(/<a href="#account-lastName">Last name was changed to “Okafor”/);
    expect(html).toMatch(/class="error-summary"[^>]* autofocus=""/);
    expect(html).toContain('value="Reed"');
    expect(site.product.members.get("dana")?.lastName).toBe("Okafor");
    const again = await site.send("/profile/account", { ...form, opened: openedIn(html) }, "dana");
    expect(again.status).toBe(303);
    expect(site.product.members.get("dana")).toMatchObject({
      firstName: "Danielle",
      lastName: "Reed",
    });
  });

  it("is still known to be so after something was wrong", async () => {
    const site = newSite();
    const opened = await openedWith(site);
    const wrong = { ...sent, firstName: "", opened };
    const html = (await site.send("/profile/account", wrong, "dana")).html;
    expect(openedIn(html)).toBe(opened);
  });

  it.each(["", "{", "[]", '{"username":1}', "null"])(
    "is saved as it was sent by a form that does not say what it was opened with: %j",
    async (opened) => {
      const site = newSite();
      const response = await site.send("/profile/account", { ...sent, opened }, "dana");
      expect(response.status).toBe(303);
      expect(site.product.members.get("dana")?.lastName).toBe("Reed");
    },
  );
});

describe("the picture's form that was sent without script", () => {
  it("takes the picture away", async () => {
    const site = newSite();
    await site.product.pictures.save("dana", "", { ip: "192.0.2.1", requestId: "test" });
    expect(await site.page("/profile/edit", "dana")).toContain("Remove picture");
    const response = await site.send("/profile/picture/remove", {}, "dana");
    expect(response.location).toBe("/profile/edit");
    expect(site.product.members.get("dana")?.profileImageUrl).toBeNull();
  });
});
