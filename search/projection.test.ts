import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { publicProfile } from "../events/members/privacy.ts";
import type { MemberRecord, ProfileRecord } from "../events/members/record.ts";
import { schemaVersion } from "../events/members/schema-version.ts";
import { projection } from "../events/read/projection.ts";
import { projectDocument } from "./project-document.ts";

/** Stored states; see `events/members/golden.test.ts`. */
const states: readonly { readonly record?: MemberRecord }[] = JSON.parse(
  await readFile(
    new URL(`../events/members/golden/v${schemaVersion}-members.json`, import.meta.url),
    "utf8",
  ),
);

/** The profile with one switch off after the other, and hidden. */
function variants(profile: ProfileRecord): ProfileRecord[] {
  const switched = Object.entries(profile.sharedFields).map(([field, isOn]) => ({
    ...profile,
    sharedFields: { ...profile.sharedFields, [field]: !isOn },
  }));
  return [profile, ...switched, { ...profile, isVisible: !profile.isVisible }];
}

/**
 * Fails when the same events give other records, public profiles or documents. Then raise
 * `projection`
 * and write the new pair here, so that stored rows are rebuilt.
 */
it("matches the digest of rows, profiles and documents", () => {
  const digest = createHash("sha256").update(JSON.stringify(states));
  for (const { record } of states) {
    if (!record?.profile) continue;
    for (const profile of variants(record.profile)) {
      const member = { ...record, profile };
      digest.update(JSON.stringify([publicProfile(member), projectDocument(member)]));
    }
  }
  expect({ projection, rules: digest.digest("hex").slice(0, 16) }).toEqual({
    projection: 30,
    rules: "4a04b214937bc483",
  });
});
