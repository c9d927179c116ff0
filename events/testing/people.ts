import { cp, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { Refusal, type RefusalCode } from "../errors.ts";
import type { Role } from "../vocabulary.ts";
import { appendsEvents } from "./database.ts";
import { profileFieldsWith, register } from "./members.ts";
import { cause, openSystem, type System } from "./system.ts";

/**
 * A system with these people by id, with confirmed addresses. Alumni have a profile that offers
 * Networking; cadre are staff.
 */
export async function openSystemWith(
  people: Readonly<Record<string, Role>>,
): Promise<System> {
  const system = await openSystem();
  const { members } = system;
  for (const [name, role] of Object.entries(people)) {
    const email = `${name}@example.com`;
    const names = { username: name, firstName: name };
    await members.execute(
      name,
      register({ ...names, role, confirmedBy: role === "cadre" ? "code" : undefined }),
      cause,
    );
    await members.execute(name, { type: "VerifyEmail", email }, cause);
    if (role !== "alumni") continue;
    const fields = profileFieldsWith({ primaryEmail: email, helpTopics: ["Networking"] });
    await members.execute(name, { type: "CreateProfile", fields }, cause);
  }
  return system;
}

/** A system with a member who has just registered. */
export async function openSystemOf(memberId: string): Promise<System> {
  const system = await openSystem();
  await system.members.execute(memberId, register(), cause);
  return system;
}

/** Copies a folder with these people, which takes a tenth of the time of adding them. */
export function folderWith(people: Readonly<Record<string, Role>>): () => Promise<string> {
  let template: Promise<string> | undefined;
  const make = async () => {
    const system = await openSystemWith(people);
    await system.database.truncateWriteAheadLog();
    close(system);
    return system.folder;
  };
  return async () => {
    const folder = await mkdtemp(join(tmpdir(), "people-"));
    // The driver removes the empty files beside a closed database later.
    const filter = (path: string) => !/-(wal|shm)$/.test(path);
    await cp(await (template ??= make()), folder, { recursive: true, filter });
    return folder;
  };
}

export function close({ database }: System): void {
  database.close();
}

/** The code of a refusal. */
export const outcomeOf = (work: Promise<unknown>): Promise<RefusalCode | "done"> =>
  work.then(() => "done" as const, (error) => {
    if (error instanceof Refusal) return error.code;
    throw error;
  });

/** Outcomes of two commands. The fast one runs between the slow one's decision and its append. */
export async function during(
  { database }: System,
  slow: () => Promise<unknown>,
  fast: () => Promise<unknown>,
): Promise<readonly string[]> {
  const write = database.write.bind(database);
  let quick: string | undefined;
  const spy = vi.spyOn(database, "write").mockImplementation(async (statements) => {
    if (quick === undefined && appendsEvents(statements)) {
      quick = "under way";
      quick = await outcomeOf(fast());
    }
    return await write(statements);
  });
  const slowly = await outcomeOf(slow());
  spy.mockRestore();
  return [quick ?? "not done", slowly];
}
