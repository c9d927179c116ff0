import { expect, it } from "vitest";
import type { ProfileField } from "../events/members/profile-field.ts";
import {
  byName,
  type FieldName,
  profileField,
  profileFields,
} from "../events/members/profile-fields.ts";
import type { ProfileRecord } from "../events/members/record.ts";
import { privacySwitches } from "../events/vocabulary.ts";
import { productTopics } from "../events/program/topics.ts";
import { columns } from "../api/features/invitations/rows/columns.ts";
import { guessSheet } from "../api/features/invitations/rows/guess-sheet.ts";
import { readPeople } from "../api/features/invitations/rows/read-people.ts";
import { aMember, anAlum } from "./testing/members.ts";
import { createTestSite } from "./testing/site.ts";

/** A unique value for each field. */
const values = byName(profileFields, (name) => valueOf(name, profileField[name]));
const imported = profileFields.filter((name) => name !== "primaryEmail") as Exclude<
  FieldName,
  "primaryEmail"
>[];

function valueOf(name: FieldName, field: ProfileField): string | readonly string[] {
  const word = `Zz${name.toLowerCase()}`;
  const [, second = ""] = field.choices ?? [];
  switch (field.kind) {
    case "year":
      return "2007";
    case "choice":
      return second;
    case "topics":
      return [second];
    case "entries":
      return [word];
    case "link":
      return field.host === undefined
        ? `https://example.com/${word}`
        : `https://www.linkedin.com/in/${word.toLowerCase()}`;
    case "email":
      return `${word.toLowerCase()}@example.org`;
    case "phone":
      return "(817) 555-0142";
    case "text":
    case "long text":
      return word;
  }
}

it("shows every field on a profile, and every contact", async () => {
  const sharedFields = byName(privacySwitches, () => true);
  const dana = anAlum("dana", { ...values as Partial<ProfileRecord>, sharedFields });
  const site = await createTestSite({ members: [aMember({ memberId: "casey" }), dana] });
  const html = await site.page("/alumni/dana", "casey");
  for (const name of profileFields) {
    const { contact } = profileField[name];
    const shown = contact?.term ?? [values[name]].flat().join();
    expect([name, html.includes(shown)]).toEqual([name, true]);
  }
});

it("reads every field from a column with its title", () => {
  const titles = imported.map((name) => columns[name].title);
  const cells = imported.map((name) => [values[name]].flat().join("|"));
  const rows = [["First name", "Last name", "Email", ...titles], [
    ...["Dana", "Whitfield", "dana@example.com"],
    ...cells,
  ]];
  const [row] = readPeople(rows, guessSheet(rows), { year: 2026, topics: productTopics });
  expect(row?.person?.fields).toEqual(byName(imported, (name) => values[name]));
});
