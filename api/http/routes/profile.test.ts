import { describe, expect, it } from "vitest";
import { someProfile } from "../../testing/app.ts";
import { answerOf, appWithMember, withMessage, withoutRole } from "../../testing/app-for-test.ts";

const nobody = "00000000-0000-4000-8000-000000000000";
const notFound = withMessage(404, "Profile not found");
const full = {
  ...someProfile,
  dutyStatus: "Active Duty",
  industry: "Technology",
  company: "Acme",
  jobTitle: "Engineer",
  location: "Fort Worth, TX",
  bio: "First line\nsecond line",
  helpTopics: ["BOLC Preparation", "Networking"],
  expertise: ["Robotics"],
  armySchools: ["Airborne"],
  previousPositions: ["Platoon Leader"],
  linkedinUrl: "https://www.linkedin.com/in/jane",
  secondaryEmail: "jane.doe@army.mil",
  phoneNumber: "+1 817 555 0100",
};

async function memberWithProfile(profile: object = someProfile) {
  const { member } = await appWithMember();
  await member.post("/api/profile", profile);
  return member;
}

describe("POST /api/profile", () => {
  it("creates a profile, visible and shared", async () => {
    const { member } = await appWithMember();
    const answer = await answerOf(await member.post("/api/profile", full));
    expect(answer).toMatchObject({
      status: 201,
      body: {
        ...full,
        helpTopics: ["BOLC Prep", "Networking"],
        id: member.memberId,
        userId: member.memberId,
        isVisible: true,
        sharedFields: {
          location: true,
          industry: true,
          specialty: true,
          helpTopics: true,
          classYear: true,
        },
        user: {
          id: member.memberId,
          firstName: "Jane",
          lastName: "Doe",
          role: "alumni",
          profileImageUrl: null,
        },
      },
    });
    const own = await (await member.get("/api/profile/me")).json();
    expect(own).toEqual(answer.body);
  });

  it("is refused if a profile exists", async () => {
    const member = await memberWithProfile();
    expect(await answerOf(await member.post("/api/profile", someProfile))).toEqual({
      status: 409,
      body: {
        message: "You already have a profile",
        profile: expect.objectContaining({ userId: member.memberId }),
      },
    });
  });

  it("reports missing and wrong fields", async () => {
    const { member } = await appWithMember();
    const body = { classYear: "20", linkedinUrl: "http://evil.example", bio: 5 };
    const { status, body: problem } = await answerOf(await member.post("/api/profile", body));
    expect(status).toBe(400);
    expect(problem).toMatchObject({
      fields: {
        classYear: "Class year is required",
        rank: "Rank is required",
        armyBranch: "Army branch is required",
        mos: "MOS is required",
        primaryEmail: "At least one email address (primary or secondary) is required",
        linkedinUrl: "LinkedIn URL must be an https address on linkedin.com",
      },
    });
  });

  it("refuses unknown fields, and another member's name", async () => {
    const { member } = await appWithMember();
    const body = { ...someProfile, userId: nobody };
    expect(await answerOf(await member.post("/api/profile", body))).toEqual({
      status: 400,
      body: { message: "Unknown field: userId", fields: { userId: "Unknown field" } },
    });
    const shared = { ...someProfile, sharedFields: { bio: false }, isVisible: "yes" };
    const answer = await answerOf(await member.post("/api/profile", shared));
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: { isVisible: "Must be true or false" } },
    });
  });

  it("asks for a role first", async () => {
    const { app, member } = await appWithMember();
    await withoutRole(app, member.memberId);
    const refused = withMessage(403, "Select your role first");
    expect(await answerOf(await member.post("/api/profile", someProfile))).toEqual(refused);
    expect(await answerOf(await member.get(`/api/profile/${nobody}`))).toEqual(refused);
    expect(await answerOf(await member.get("/api/directory"))).toEqual(refused);
    expect(await answerOf(await member.get("/api/profiles"))).toEqual(refused);
    expect(await answerOf(await member.get("/api/profile/me"))).toEqual({
      status: 200,
      body: null,
    });
    expect((await member.get("/api/user")).status).toBe(200);
    expect((await member.post("/api/auth/select-role", { role: "cadet" })).status).toBe(200);
    expect((await member.post("/api/profile", someProfile)).status).toBe(201);
  });
});

describe("PATCH /api/profile", () => {
  it("changes only the given fields", async () => {
    const member = await memberWithProfile(full);
    const body = { company: "", jobTitle: null, rank: "MAJ" };
    expect(await answerOf(await member.patch("/api/profile", body))).toMatchObject({
      status: 200,
      body: { company: null, jobTitle: null, rank: "MAJ", bio: full.bio },
    });
  });

  it("validates the result as a whole", async () => {
    const member = await memberWithProfile();
    const message = "At least one email address (primary or secondary) is required";
    expect(await answerOf(await member.patch("/api/profile", { primaryEmail: null }))).toEqual(
      withMessage(400, message, "primaryEmail"),
    );
    const swap = { primaryEmail: null, secondaryEmail: "second@example.com" };
    expect((await member.patch("/api/profile", swap)).status).toBe(200);
  });

  it("answers 404 without a profile", async () => {
    const { member } = await appWithMember();
    expect(await answerOf(await member.patch("/api/profile", { rank: "MAJ" }))).toEqual(notFound);
  });
});

const matching = (tags: string) => ({ headers: { "If-Match": tags } });

describe("PATCH /api/profile with If-Match", () => {
  it("changes the matching version, and answers with the next one", async () => {
    const { member } = await appWithMember();
    const created = await member.post("/api/profile", someProfile);
    const first = created.headers.get("ETag") ?? "";
    expect(first).toMatch(/^"[\w-]{22}"$/);
    const changed = await member.patch("/api/profile", { bio: "Flew." }, matching(first));
    expect(changed.status).toBe(200);
    const second = changed.headers.get("ETag") ?? "";
    expect((await member.get("/api/profile/me")).headers.get("ETag")).toBe(second);
    const either = matching(`"other", ${second}`);
    expect((await member.patch("/api/profile", { bio: "Flew" }, either)).status).toBe(200);
  });

  it("accepts the tag of a large answer that was compressed", async () => {
    const member = await memberWithProfile({ ...someProfile, bio: "Flew. ".repeat(400) });
    const headers = { "Accept-Encoding": "gzip" };
    const tag = (await member.get("/api/profile/me", { headers })).headers.get("ETag") ?? "";
    expect((await member.patch("/api/profile", { bio: "Drove." }, matching(tag))).status).toBe(200);
  });

  it.each(['"other"', "other", "", 'W/"%"'])(
    "changes nothing if the version is different (%s), and returns the stored profile",
    async (pattern) => {
      const member = await memberWithProfile();
      const stored = await (await member.patch("/api/profile", { bio: "Flew." })).json();
      const other = matching(pattern.replace("%", stored.version));
      const answer = await member.patch("/api/profile", { bio: "Drove." }, other);
      expect(await answerOf(answer)).toEqual({
        status: 412,
        body: { message: "Your profile was changed somewhere else", profile: stored },
      });
      expect(await (await member.get("/api/profile/me")).json()).toEqual(stored);
    },
  );

  it("accepts any version without it, or with a star", async () => {
    const member = await memberWithProfile();
    for (const any of [{}, matching("*")]) {
      expect((await member.patch("/api/profile", { bio: "Flew." }, any)).status).toBe(200);
    }
  });

  it("accepts one of many parallel changes of the same version", async () => {
    const { member } = await appWithMember();
    const version = (await member.post("/api/profile", someProfile)).headers.get("ETag") ?? "";
    const statuses = await Promise.all(
      Array.from(
        { length: 8 },
        async (_, at) =>
          (await member.patch("/api/profile", { bio: `Bio ${at}` }, matching(version))).status,
      ),
    );
    expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 412)]);
  });
});

it("removes the profile and keeps the account", async () => {
  const member = await memberWithProfile();
  expect(
    await answerOf(await member.does(({ profiles }, me, origin) => profiles.remove(me, origin))),
  ).toEqual({
    status: 204,
    body: null,
  });
  expect(await (await member.get("/api/profile/me")).json()).toBeNull();
  expect((await member.get("/api/user")).status).toBe(200);
  expect((await member.post("/api/profile", someProfile)).status).toBe(201);
});
