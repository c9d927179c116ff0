import { createReadStream } from "node:fs";
import { createInterface } from "node:readline/promises";
import { checkProfile, fieldMessages } from "../../../events/members/profile.ts";
import { normalName } from "../../../events/members/claims.ts";
import { z } from "zod";
import { roles } from "../../../events/vocabulary.ts";
import { Registration } from "../../contract/account.ts";
import { ProfileChange } from "../../contract/profile.ts";

/** Someone to load. A role of `null` isn't chosen yet. Without a password, they reset it first. */
export const Person = z.strictObject({
  username: Registration.shape.username,
  email: Registration.shape.email,
  firstName: Registration.shape.firstName,
  lastName: Registration.shape.lastName,
  role: z.enum(roles, "Role must be cadet, alumni, cadre or null").nullable(),
  password: Registration.shape.password.optional(),
  profile: z.record(z.string(), z.unknown(), "Must be an object").nullish(),
});
export type Person = z.infer<typeof Person>;

/** An invalid line of the file, with its number. */
export class BadLine extends Error {
  override readonly name = "BadLine";

  constructor(number: number, reason: string) {
    super(`Line ${number}: ${reason}`);
  }
}

/**
 * Reads one JSON object a line. Empty lines are skipped.
 * @param year The current year, for class years.
 * @throws {BadLine} For the first line that is invalid, or repeats a name of another line.
 */
export async function readPeopleFile(path: string, year: number): Promise<Person[]> {
  const people: Person[] = [];
  const lineOf = new Map<string, number>();
  let number = 0;
  for await (const text of createInterface({ input: createReadStream(path) })) {
    number += 1;
    if (text.trim() === "") continue;
    const person = parsePerson(text, number, year);
    for (const name of ["username", "email"] as const) {
      const key = `${name}:${normalName(person[name])}`;
      const earlier = lineOf.get(key);
      if (earlier !== undefined) {
        throw new BadLine(number, `The ${name} is the same as on line ${earlier}`);
      }
      lineOf.set(key, number);
    }
    people.push(person);
  }
  return people;
}

function parsePerson(text: string, number: number, year: number): Person {
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch {
    throw new BadLine(number, "Is not JSON");
  }
  const { success, data: person, error } = Person.safeParse(input);
  if (!success) throw new BadLine(number, listed(fieldMessages(error)));
  const { role, profile } = person;
  if (!profile) return person;
  if (role === null) throw new BadLine(number, "A profile needs a role");
  const { isVisible: _, sharedFields: __, contactAudiences: ___, ...fields } = profile;
  const settings = ProfileChange.safeParse(profile);
  const checked = checkProfile(fields, { role, year });
  const wrong = settings.error
    ? fieldMessages(settings.error)
    : checked.ok
    ? undefined
    : checked.fields;
  if (wrong !== undefined) throw new BadLine(number, `In profile: ${listed(wrong)}`);
  return person;
}

function listed(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([name, message]) => name === "" ? message : `${name}: ${message}`)
    .join("; ");
}
