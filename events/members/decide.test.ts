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
  it("stores the role in clear and seals the rest", () => {
    given().when(register()).thenEvents({
      type: "MemberRegistered",
      facts: { role: "alumni" },
      personal: { username: "pat", email: "pat@example.com", firstName: "Pat", lastName: "Doe" },
    });
  });

  it("stores the contacts' audiences unless every member sees them", () => {
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

  it("stores all audiences as they are from now on", () => {
    const hide = { type: "ChangeContactAudiences", audiences: { phoneNumber: "nobody" } } as const;
    given(registered()).when(hide).thenEvents(changed);
    given(registered(), changed)
      .when({ type: "ChangeContactAudiences", audiences: { primaryEmail: "connections" } })
      .thenEvents({
        ...changed,
        facts: { audiences: { ...all, phoneNumber: "nobody", primaryEmail: "connections" } },
      });
  });

  it("does nothing when nothing changes", () => {
    const hidden = { phoneNumber: "nobody", linkedinUrl: undefined } as const;
    given(registered()).when({ type: "ChangeContactAudiences", audiences: all }).thenNothing();
    given(registered(), changed).when({ type: "ChangeContactAudiences", audiences: hidden })
      .thenNothing();
  });

  it("can hide every contact, but doesn't replace a required address", () => {
    given(...published())
      .when({ type: "ChangeContactAudiences", audiences: audienceOfAll("nobody") })
      .thenTypes("ContactAudiencesChanged");
    given(...published(), changed)
      .when({ type: "ChangeProfile", fields: { primaryEmail: null } })
      .thenRefused("profile/invalid");
  });
});

describe("SelectRole", () => {
  it("stores the new and the previous role", () => {
    given(registered({ role: null })).when({ type: "SelectRole", role: "cadet" }).thenEvents({
      type: "RoleSelected",
      facts: { role: "cadet", previousRole: null },
      personal: null,
    });
  });

  it("does nothing when the role is the same", () => {
    given(registered()).when({ type: "SelectRole", role: "alumni" }).thenNothing();
  });

  it("is refused without an account", () => {
    given().when({ type: "SelectRole", role: "cadet" }).thenRefused("member/not-found");
  });
});

describe("ChangeAccountDetails", () => {
  it("stores only changed details", () => {
    given(registered())
      .when({ type: "ChangeAccountDetails", username: "pat", firstName: "Patricia" })
      .thenEvents({
        type: "AccountDetailsChanged",
        facts: { changed: ["firstName"] },
        personal: { firstName: "Patricia" },
      });
  });

  it("does nothing when a form is sent twice", () => {
    given(registered())
      .when({ type: "ChangeAccountDetails", username: "pat", email: "pat@example.com" })
      .thenNothing();
  });
});

describe("VerifyEmail", () => {
  const verified: MemberEvent = { type: "EmailVerified", facts: {}, personal: null };
  const verify = (email: string) => ({ type: "VerifyEmail", email }) as const;

  it("stores one event", () => {
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

describe("contact audiences with a profile", () => {
  const phoneFor = (audience: "nobody" | "connections") => ({
    type: "ContactAudiencesChanged",
    facts: { audiences: { ...audienceOfAll("members"), phoneNumber: audience } },
    personal: null,
  } as const);
  const hidden = { phoneNumber: "nobody" } as const;

  it("is stored with a new profile if it differs from the default", () => {
    const create = { type: "CreateProfile", fields: profileFieldsWith() } as const;
    given(registered()).when({ ...create, contactAudiences: hidden })
      .thenTypes("ProfileCreated", "ContactAudiencesChanged");
    given(registered(), phoneFor("nobody")).when({ ...create, contactAudiences: hidden })
      .thenTypes("ProfileCreated");
  });

  it("is stored with a change, and by itself", () => {
    given(...published()).when({ type: "ChangeProfile", fields: {}, contactAudiences: hidden })
      .thenEvents(phoneFor("nobody"));
    given(...published(), phoneFor("connections")).when({ type: "ChangeProfile", fields: {} })
      .thenNothing();
  });
});

describe("CreateProfile", () => {
  it("stores coded facts in clear and seals details that describe a person", () => {
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

  it("stores privacy decisions with it", () => {
    given(registered()).when({
      type: "CreateProfile",
      fields: profileFieldsWith(),
      isVisible: false,
      sharedFields: { location: false },
    }).thenTypes("ProfileCreated", "PrivacyChanged", "ProfileHidden");
  });

  it("accepts years of service from cadre only", () => {
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
  it("stores only changed fields, clear or sealed", () => {
    given(...published({ industry: "Banking" })).when({
      type: "ChangeProfile",
      fields: { industry: "Software", rank: "MAJ", mos: "15A" },
    }).thenEvents({
      type: "ProfileChanged",
      facts: { changed: ["rank", "industry"], rank: "MAJ", industryCode: "technology" },
      personal: { industry: "Software" },
    });
  });

  it("does nothing when nothing is different", () => {
    given(...published()).when({
      type: "ChangeProfile",
      fields: profileFieldsWith(),
      isVisible: true,
      sharedFields: { location: true },
    }).thenNothing();
  });

  it("removes invisible characters from an older text instead of refusing it", () => {
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

  it("hides and shows the profile", () => {
    given(...published()).when({ type: "ChangeProfile", fields: {}, isVisible: false })
      .thenEvents(hidden);
    given(...published(), hidden).when({ type: "ChangeProfile", fields: {}, isVisible: true })
      .thenTypes("ProfileShown");
  });

  it("merges changed privacy switches into the others", () => {
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

  it("deletes the profile and leaves the account", () => {
    given(...published()).when({ type: "DeleteProfile" }).thenEvents(deleted);
    given(...published(), deleted).when({ type: "DeleteProfile" })
      .thenRefused("profile/not-found");
    given(...published(), deleted).when({ type: "CreateProfile", fields: profileFieldsWith() })
      .thenTypes("ProfileCreated");
  });
});

describe("Erase", () => {
  it("stores the facts that last year's statistics need", () => {
    given(...published()).when({ type: "Erase" }).thenEvents({
      type: "MemberErased",
      facts: { lastRole: "alumni", lastClassYears: "2012" },
      personal: null,
    });
  });

  it("is harmless when repeated, and final", () => {
    given(...published(), erased).when({ type: "Erase" }).thenNothing();
    given(...published(), erased).when({ type: "SelectRole", role: "cadet" })
      .thenRefused("member/not-found");
  });
});

it("withdraws an unanswered invitation, and refuses other accounts", () => {
  const withdraw = { type: "Erase", ifUnanswered: true } as const;
  const verified = { type: "EmailVerified", facts: {}, personal: null } as const;
  given(registered()).when(withdraw).thenTypes("MemberErased");
  given(registered(), verified).when(withdraw).thenRefused("invitation/answered");
});

describe("clear facts", () => {
  it("never contain free text", () => {
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
