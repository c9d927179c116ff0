import { readFile } from "node:fs/promises";
import { checkProfile, fieldMessages } from "../../../events/members/profile.ts";
import { normalName } from "../../../events/members/claims.ts";
import { whyNotRead } from "../../../events/named-file.ts";
import { z } from "zod";
import { roles } from "../../../events/vocabulary.ts";
import { requireGoodPassword } from "../../auth/passwords/new-password.ts";
import type { NewPassword } from "../../auth/passwords/passwords.ts";
import { Registration } from "../../contract/account.ts";
import { Problem } from "../../contract/problem.ts";
import { ProfileChange } from "../../contract/profile.ts";
import { TaskError } from "../tasks/task.ts";

/** A person to add. A role of `null` isn't chosen yet. Without a password, they have to reset it first. */
export const Person = z.strictObject({
  username: Registration.shape.username,
  email: Registration.shape.email,
  firstName: Registration.shape.firstName,
  lastName: Registration.shape.lastName,
  role: z.enum(roles, "Role must be cadet, alumni, cadre or null").nullable(),
  password: Registration.shape.password.optional(),
  profile: z.record(z.string(), z.unknown(), "Must be an object").nullish(),
});
export type Person = Omit<z.infer<typeof Person>, "password"> & {
  readonly password?: NewPassword | undefined;
};
/** A person with their new id. */
export type Newcomer = Person & { readonly memberId: string };

/**
 * Reads one JSON object a line. Empty lines are skipped.
 * @param year The current one, for class years.
 * @throws {TaskError} For the first line that is invalid, or repeats a name of another line.
 */
export async function readPeopleFile(path: string, year: number): Promise<Person[]> {
  const text = await readFile(path, "utf8").catch((error) => {
    throw new TaskError(whyNotRead(path, error) ?? `${path} can't be read`);
  });
  const people: Person[] = [];
  const lineOf = new Map<string, number>();
  for (const [at, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const number = at + 1;
    const parsed = parsePerson(line, number, year);
    const person = { ...parsed, password: await goodPasswordOf(parsed, number) };
    for (const name of ["username", "email"] as const) {
      const key = `${name}:${normalName(person[name])}`;
      const earlier = lineOf.get(key);
      if (earlier !== undefined) {
        throw badLine(number, `The ${name} is the same as on line ${earlier}`);
      }
      lineOf.set(key, number);
    }
    people.push(person);
  }
  return people;
}

const badLine = (number: number, reason: string) =>
  new TaskError(`Line ${number}: ${reason}\nNo one was added.`);

async function goodPasswordOf(
  { password, ...person }: z.infer<typeof Person>,
  number: number,
): Promise<NewPassword | undefined> {
  if (password === undefined) return undefined;
  return await requireGoodPassword(password, person, [], "password").catch((error) => {
    throw error instanceof Problem ? badLine(number, `password: ${error.message}`) : error;
  });
}

function parsePerson(text: string, number: number, year: number): z.infer<typeof Person> {
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch {
    throw badLine(number, "Is not JSON");
  }
  const { success, data: person, error } = Person.safeParse(input);
  if (!success) throw badLine(number, listed(fieldMessages(error)));
  const { role, profile } = person;
  if (!profile) return person;
  if (role === null) throw badLine(number, "A profile needs a role");
  const { isVisible: _, sharedFields: __, contactAudiences: ___, ...fields } = profile;
  const settings = ProfileChange.safeParse(profile);
  const checked = checkProfile(fields, { role, year });
  const wrong = settings.error
    ? fieldMessages(settings.error)
    : checked.ok
    ? undefined
    : checked.fields;
  if (wrong !== undefined) throw badLine(number, `In profile: ${listed(wrong)}`);
  return person;
}

function listed(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([name, message]) => name === "" ? message : `${name}: ${message}`)
    .join("; ");
}
