import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkProfile } from "../../../events/members/profile.ts";
import { temporaryFolder } from "../../../events/testing/database.ts";
import { makeUpPeople } from "./made-up-people.ts";
import { Person, readPeopleFile } from "./people.ts";

const year = 2026;
const pat = {
  username: "pat",
  email: "pat@example.com",
  firstName: "Pat",
  lastName: "Doe",
  role: "alumni",
};
const profile = {
  ...{ classYear: "2012", rank: "CPT", armyBranch: "Aviation", mos: "15A" },
  primaryEmail: "pat@example.com",
};
const kim = { ...pat, username: "kim", email: "kim@example.com" };

async function fileOf(...lines: readonly unknown[]) {
  const path = join(await temporaryFolder(), "people.ndjson");
  const text = lines.map((line) => typeof line === "string" ? line : JSON.stringify(line));
  await writeFile(path, text.join("\n"));
  return path;
}

describe("made-up people", () => {
  it("depend only on the seed", () => {
    const options = { profiles: 50, seed: 42, year };
    expect(makeUpPeople(options)).toEqual(makeUpPeople(options));
    expect(makeUpPeople({ ...options, seed: 43 })).not.toEqual(makeUpPeople(options));
  });

  it("have the requested number of profiles, all valid, with unique names", () => {
    const people = makeUpPeople({ profiles: 400, seed: 7, year });
    expect(people.filter((person) => person.profile)).toHaveLength(400);
    for (const person of people) {
      expect(Person.safeParse(person).success).toBe(true);
      if (!person.profile || person.role === null) continue;
      const { isVisible: _, sharedFields: __, ...fields } = person.profile;
      expect(checkProfile(fields, { role: person.role, year })).toMatchObject({ ok: true });
    }
    expect(new Set(people.map(({ username }) => username)).size).toBe(people.length);
    expect(people.every(({ email }) => email.endsWith("@example.com"))).toBe(true);
  });
});

describe("a file of people", () => {
  it("has one person a line, and may have empty lines", async () => {
    const unsure = { ...kim, role: null };
    const people = await readPeopleFile(await fileOf({ ...pat, profile }, "", unsure), year);
    expect(people).toMatchObject([{ username: "pat", profile }, { username: "kim", role: null }]);
  });

  it.each([
    ["{", "Line 2: Is not JSON"],
    ["[]", "Line 2: "],
    [{ ...pat, username: "ab" }, "Line 2: username: Username must be at least 3 characters"],
    [{ ...kim, email: "x" }, "Line 2: email: Invalid email address"],
    [{ ...kim, nickname: "K" }, "Line 2: nickname: Unknown field"],
    [{ ...kim, username: "pat" }, "Line 2: The username is the same as on line 1"],
    [{ ...kim, email: pat.email }, "Line 2: The email is the same as on line 1"],
    [{ ...kim, profile: { ...profile, mos: "" } }, "Line 2: In profile: mos: MOS is required"],
    [{ ...kim, password: "short" }, "Line 2: password: Password must be at least 6 characters"],
    [{ ...kim, password: "Password1!" }, "Line 2: password: This password is too common."],
    [{ ...kim, password: "kim.doe1" }, "Line 2: password: This password is too close to your name"],
    [{ ...kim, role: null, profile }, "Line 2: A profile needs a role"],
    [
      { ...kim, profile: { ...profile, isVisible: 1 } },
      "Line 2: In profile: isVisible: Must be true or false",
    ],
  ])("is refused for %j", async (line, message) => {
    await expect(readPeopleFile(await fileOf(pat, line), year)).rejects.toThrow(message);
  });
});
