import { type Role, roleTraits } from "../../../../events/vocabulary.ts";
import type { RateLimits } from "../../../auth/limits/rate-limits.ts";
import { isSameSecret } from "../../../auth/secret-token.ts";
import { Problem } from "../../../contract/problem.ts";

export interface RoleChoice {
  readonly role: Role;
  readonly cadreCode?: string | undefined;
}

/** `requireCadreCode` with this program's settings. */
export type RequireCadreCode = (choice: RoleChoice, ip: string) => Promise<boolean>;

/**
 * Lets anyone become a cadet or alumnus; cadre requires the program's code, if there is one.
 *
 * @returns Whether the right code was entered, which confirms the role.
 * @throws {Problem} 403 without the right code, 429 after too many wrong ones.
 */
export async function requireCadreCode(
  { role, cadreCode }: RoleChoice,
  program: { readonly cadreCode?: string | undefined; readonly limits: RateLimits },
  ip: string,
): Promise<boolean> {
  const expected = program.cadreCode;
  if (!role || !roleTraits[role].isGuarded || expected === undefined) return false;
  const given = cadreCode?.trim() ?? "";
  if (given === "") throw wrongCode("A cadre code is required");
  const isRight = await program.limits.cadreCode(ip, () => isSameSecret(given, expected));
  if (!isRight) throw wrongCode("The cadre code is wrong");
  return true;
}

function wrongCode(message: string): Problem {
  return new Problem(403, message, { fields: { cadreCode: message } });
}
