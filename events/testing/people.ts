import { vi } from "vitest";
import { Refusal, type RefusalCode } from "../errors.ts";
import type { Role } from "../vocabulary.ts";
import { profileFieldsWith, register } from "./members.ts";
import { cause, openSystem, type System } from "./system.ts";

/** A system with these people, by their ids, with confirmed addresses. Alumni have a profile that offers Networking. */
export async function openSystemWith(
  people: Readonly<Record<string, Role>>,
  folder?: string,
): Promise<System> {
  const system = await openSystem(folder);
  const { members, readModel } = system;
  for (const [name, role] of Object.entries(people)) {
    const email = `${name}@example.com`;
    await members.execute(name, register({ username: name, email, firstName: name, role }), cause);
    await members.execute(name, { type: "VerifyEmail", email }, cause);
    if (role !== "alumni") continue;
    const fields = profileFieldsWith({ primaryEmail: email, helpTopics: ["Networking"] });
    await members.execute(name, { type: "CreateProfile", fields }, cause);
  }
  await readModel.catchUp();
  return system;
}

/** The code of a refusal. */
export const outcomeOf = (work: Promise<unknown>): Promise<RefusalCode | "done"> =>
  work.then(() => "done" as const, (error) => {
    if (error instanceof Refusal) return error.code;
    throw error;
  });

/** Outcomes of two commands: the fast one runs after the slow one was decided and before it is recorded. */
export async function during(
  { databases }: System,
  slow: () => Promise<unknown>,
  fast: () => Promise<unknown>,
): Promise<readonly string[]> {
  const write = databases.events.write.bind(databases.events);
  let quick: string | undefined;
  const spy = vi.spyOn(databases.events, "write").mockImplementation(async (statements) => {
    if (quick === undefined && statements.some(({ sql }) => sql.includes("INTO events"))) {
      quick = "under way";
      quick = await outcomeOf(fast());
    }
    return await write(statements);
  });
  const slowly = await outcomeOf(slow());
  spy.mockRestore();
  return [quick ?? "not done", slowly];
}
