import type { PublicUser } from "../../../events/members/privacy.ts";

/** By name only when it looks like a name: what people type as a name must not look like a message from us. */
export function nameOf({ other }: { readonly other: PublicUser }): string {
  return plainName(other) ?? `A ${roleOf({ other })}`;
}

/** `undefined` if it doesn't look like a name. */
export function plainName(
  { firstName, lastName }: Pick<PublicUser, "firstName" | "lastName">,
): string | undefined {
  const name = `${firstName} ${lastName}`.trim();
  const isName = /^[\p{L}\p{M}' .’-]{1,60}$/u.test(name) && !/\.\p{L}/u.test(name);
  return isName ? name : undefined;
}

export function roleOf(
  { other: { role, isRoleConfirmed } }: { readonly other: PublicUser },
): string {
  const name = { cadet: "cadet", alumni: "graduate", cadre: "cadre member" }[role ?? "cadet"];
  return isRoleConfirmed ? name : `${name} (not confirmed)`;
}
