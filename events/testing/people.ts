import type { Role } from "../vocabulary.ts";
import { profileFieldsWith, register } from "./members.ts";
import { cause, openSystem, type System } from "./system.ts";

/** A system with these people, by their ids, with confirmed addresses. Alumni have a profile that offers Networking. */
export async function openSystemWith(people: Readonly<Record<string, Role>>): Promise<System> {
  const system = await openSystem();
  const { members } = system;
  for (const [name, role] of Object.entries(people)) {
    const email = `${name}@example.com`;
    await members.execute(name, register({ username: name, email, role }), cause);
    await members.execute(name, { type: "VerifyEmail", email }, cause);
    if (role !== "alumni") continue;
    const fields = profileFieldsWith({ primaryEmail: email, helpTopics: ["Networking"] });
    await members.execute(name, { type: "CreateProfile", fields }, cause);
  }
  return system;
}
