import { describe, expect, it } from "vitest";
import { given } from "../testing/given.ts";
import { profileFieldsWith, published, register, registered } from "../testing/members.ts";
import { audienceOfAll } from "../contacts/audiences.ts";
import type { MemberEvent } from "./events.ts";
import { sharedAtFirst } from "../vocabulary.ts";

const hidden: MemberEvent = { type: "ProfileHidden", facts: {}, personal: null };
const erased: MemberEvent = {
  type: "MemberErased",
  facts: { lastRole: "alumni", lastClassYears: null },
  personal: null,
};

describe("Register", () => {
  it("keeps the role in clear and seals the rest", () => {
    given().when(register()).thenEvents({
      type: "MemberRegistered",
      facts: { role: "alumni" },
      personal: { username: "pat", email: "pat@example.com", firstName: "Pat", lastName: "Doe" },
    });
  });

  it("records who sees the contacts where that is not every member", () => {
    given().when(register({ contactsFor: "members" })).thenTypes("MemberRegistered");
    given().when(register({ contactsFor: "connections" }))
      .thenTypes("MemberRegistered", "ContactAudiencesChanged");
  });

  it("is refused for a stream that has a member, or had one", () => {
    given(registered()).when(register()).thenRefused("member/exists");
    given(registered(), erased).when(register()).thenRefused("member/exists");
  });
});

describe("ChangeContactAudiences", () => {
  const all = audienceOfAll("members");
  const changed: MemberEvent = {
    type: "ContactAudiencesChanged",
    facts: { audiences: { ...all, phoneNumber: "nobody" } },
    personal: null,
  };

  it("records all of them, as they are from now on", () => {
    const hide = { type: "ChangeContactAudiences", audiences: { phoneNumber: "nobody" } } as const;
    given(registered()).when(hide).thenEvents(changed);
    given(registered(), changed)
      .when({ type: "ChangeContactAudiences", audiences: { primaryEmail: "connections" } })
      .thenEvents({
        ...changed,
        facts: { audiences: { ...all, phoneNumber: "nobody", primaryEmail: "connections" } },
      });
  });

  it("records nothing when nothing changes", () => {
    const hidden = { phoneNumber: "nobody", linkedinUrl: undefined } as const;
    given(registered()).when({ type: "ChangeContactAudiences", audiences: all }).thenNothing();
    given(registered(), changed).when({ type: "ChangeContactAudiences", audiences: hidden })
      .thenNothing();
  });

  it("can take every contact from everyone, and does not take the place of an address", () => {
    given(...published())
      .when({ type: "ChangeContactAudiences", audiences: audienceOfAll("nobody") })
      .thenTypes("ContactAudiencesChanged");
    given(...published(), changed)
      .when({ type: "ChangeProfile", fields: { primaryEmail: null } })
      .thenRefused("profile/invalid");
  });
});

describe("SelectRole", () => {
  it("records the role and the one before", () => {
    given(registered({ role: null })).when({ type: "SelectRole", role: "cadet" }).thenEvents({
      type: "RoleSelected",
      facts: { role: "cadet", previousRole: null },
      personal: null,
    });
  });

  it("records nothing when the role is the same", () => {
    given(registered()).when({ type: "SelectRole", role: "alumni" }).thenNothing();
  });

  it("is refused for no one", () => {
    given().when({ type: "SelectRole", role: "cadet" }).thenRefused("member/not-found");
  });
});

describe("ChangeAccountDetails", () => {
  it("records only what is different", () => {
    given(registered())
      .when({ type: "ChangeAccountDetails", username: "pat", firstName: "Patricia" })
      .thenEvents({
        type: "AccountDetailsChanged",
        facts: { changed: ["firstName"] },
        personal: { firstName: "Patricia" },
      });
  });

  it("records nothing when a form is sent twice", () => {
    given(registered())
      .when({ type: "ChangeAccountDetails", username: "pat", email: "pat@example.com" })
      .thenNothing();
  });
});

describe("VerifyEmail", () => {
  const verified: MemberEvent = { type: "EmailVerified", facts: {}, personal: null };
  const verify = (email: string) => ({ type: "VerifyEmail", email }) as const;

  it("is recorded once", () => {
    given(registered()).when(verify("pat@example.com")).thenEvents(verified);
    given(registered(), verified).when(verify("pat@example.com")).thenNothing();
  });

  it("is needed again for another address", () => {
    given(registered(), verified, {
      type: "AccountDetailsChanged",
      facts: { changed: ["email"] },
      personal: { email: "new@example.com" },
    }).when(verify("new@example.com")).thenEvents(verified);
  });

  it("is refused for an address that is no longer the member's", () => {
    given(registered()).when(verify("old@example.com")).thenRefused("member/email-changed");
  });
});

describe("who can see contacts, with a profile", () => {
  const phoneFor = (audience: "nobody" | "connections") => ({
    type: "ContactAudiencesChanged",
    facts: { audiences: { ...audienceOfAll("members"), phoneNumber: audience } },
    personal: null,
  } as const);
  const hidden = { phoneNumber: "nobody" } as const;

  it("is recorded with a new profile, if it differs", () => {
    const create = { type: "CreateProfile", fields: profileFieldsWith() } as const;
    given(registered()).when({ ...create, contactAudiences: hidden })
      .thenTypes("ProfileCreated", "ContactAudiencesChanged");
    given(registered(), phoneFor("nobody")).when({ ...create, contactAudiences: hidden })
      .thenTypes("ProfileCreated");
  });

  it("is recorded with a change, and by itself", () => {
    given(...published()).when({ type: "ChangeProfile", fields: {}, contactAudiences: hidden })
      .thenEvents(phoneFor("nobody"));
    given(...published(), phoneFor("connections")).when({ type: "ChangeProfile", fields: {} })
      .thenNothing();
  });
});

describe("CreateProfile", () => {
  it("keeps coded facts in clear and seals what names or describes a person", () => {
    given(registered()).when({
      type: "CreateProfile",
      fields: profileFieldsWith({
        industry: "Aerospace & Defense",
        location: "Dallas, TX",
        expertise: ["Ranger School", "Skydiving"],
      }),
    }).thenEvents({
      type: "ProfileCreated",
      facts: {
        classYears: "2012",
        rank: "CPT",
        armyBranch: "Aviation",
        dutyStatus: null,
        industryCode: "defense",
        regionCode: "US-TX",
        helpTopics: ["Ranger School"],
      },
      personal: {
        classYear: "2012",
        mos: "15A",
        industry: "Aerospace & Defense",
        company: null,
        jobTitle: null,
        formerName: null,
        location: "Dallas, TX",
        bio: null,
        expertise: ["Ranger School", "Skydiving"],
        armySchools: [],
        previousPositions: [],
        linkedinUrl: null,
        calendarUrl: null,
        primaryEmail: "pat@example.com",
        secondaryEmail: null,
        phoneNumber: null,
      },
    });
  });

  it("records decisions about privacy with it", () => {
    given(registered()).when({
      type: "CreateProfile",
      fields: profileFieldsWith(),
      isVisible: false,
      sharedFields: { location: false },
    }).thenTypes("ProfileCreated", "PrivacyChanged", "ProfileHidden");
  });

  it("takes years of service from cadre only", () => {
    const command = {
      type: "CreateProfile",
      fields: profileFieldsWith({ classYear: "2005-2007" }),
    } as const;
    given(registered()).when(command).thenRefused("profile/invalid", {
      classYear: "Class year must be a year from 1900 to 2036",
    });
    given(registered({ role: "cadre" })).when(command).thenTypes("ProfileCreated");
  });
});

describe("ChangeProfile", () => {
  it("records the changed fields alone, each in its part", () => {
    given(...published({ industry: "Banking" })).when({
      type: "ChangeProfile",
      fields: { industry: "Software", rank: "MAJ", mos: "15A" },
    }).thenEvents({
      type: "ProfileChanged",
      facts: { changed: ["rank", "industry"], rank: "MAJ", industryCode: "technology" },
      personal: { industry: "Software" },
    });
  });

  it("records nothing when nothing is different", () => {
    given(...published()).when({
      type: "ChangeProfile",
      fields: profileFieldsWith(),
      isVisible: true,
      sharedFields: { location: true },
    }).thenNothing();
  });

  it("rids a text from before of what no one sees, and refuses nothing for it", () => {
    const before: MemberEvent = {
      type: "ProfileChanged",
      facts: { changed: ["company"] },
      personal: { company: "\u202eInitech" },
    };
    given(...published(), before).when({ type: "ChangeProfile", fields: { bio: "Hello" } })
      .thenEvents({
        type: "ProfileChanged",
        facts: { changed: ["company", "bio"] },
        personal: { company: "Initech", bio: "Hello" },
      });
  });

  it("hides and shows", () => {
    given(...published()).when({ type: "ChangeProfile", fields: {}, isVisible: false })
      .thenEvents(hidden);
    given(...published(), hidden).when({ type: "ChangeProfile", fields: {}, isVisible: true })
      .thenTypes("ProfileShown");
  });

  it("merges some privacy switches into all of them", () => {
    given(...published()).when({
      type: "ChangeProfile",
      fields: {},
      sharedFields: { specialty: false },
    }).thenEvents({
      type: "PrivacyChanged",
      facts: { shared: { ...sharedAtFirst, specialty: false } },
      personal: null,
    });
  });
});

describe("DeleteProfile", () => {
  const deleted: MemberEvent = { type: "ProfileDeleted", facts: {}, personal: null };

  it("takes the profile and leaves the account", () => {
    given(...published()).when({ type: "DeleteProfile" }).thenEvents(deleted);
    given(...published(), deleted).when({ type: "DeleteProfile" })
      .thenRefused("profile/not-found");
    given(...published(), deleted).when({ type: "CreateProfile", fields: profileFieldsWith() })
      .thenTypes("ProfileCreated");
  });
});

describe("Erase", () => {
  it("keeps what last year's statistics need", () => {
    given(...published()).when({ type: "Erase" }).thenEvents({
      type: "MemberErased",
      facts: { lastRole: "alumni", lastClassYears: "2012" },
      personal: null,
    });
  });

  it("is harmless when repeated, and the last thing that happens", () => {
    given(...published(), erased).when({ type: "Erase" }).thenNothing();
    given(...published(), erased).when({ type: "SelectRole", role: "cadet" })
      .thenRefused("member/not-found");
  });
});

it("takes back an invitation that no one has answered, and no other account", () => {
  const withdraw = { type: "Erase", ifUnanswered: true } as const;
  const verified = { type: "EmailVerified", facts: {}, personal: null } as const;
  given(registered()).when(withdraw).thenTypes("MemberErased");
  given(registered(), verified).when(withdraw).thenRefused("invitation/answered");
});

describe("clear facts", () => {
  it("never hold a word that someone wrote freely", () => {
    const word = "zanzibar";
    given(registered({ role: "cadre" })).when({
      type: "CreateProfile",
      fields: profileFieldsWith({
        classYear: `${word} 2005`,
        ...Object.fromEntries(
          ["mos", "industry", "company", "jobTitle", "location", "bio", "phoneNumber"].map(
            (name) => [name, word],
          ),
        ),
        ...Object.fromEntries(
          ["expertise", "armySchools", "previousPositions"].map((name) => [name, [word]]),
        ),
      }),
    }).thenEvents(expect.objectContaining({
      facts: {
        classYears: null,
        rank: "CPT",
        armyBranch: "Aviation",
        dutyStatus: null,
        industryCode: "other",
        regionCode: "other",
        helpTopics: [],
      },
    }));
  });
});
