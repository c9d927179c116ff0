/**
 * Which field of the account a refusal is about: the two that have to be unique are told by their
 * words when nothing else says it.
 */
export function accountErrors(
  message: string | undefined,
  fields: Readonly<Record<string, string>> | undefined,
): Readonly<Record<string, string>> {
  return {
    ...(message?.includes("Username already taken") && { username: "Username already taken" }),
    ...(message?.includes("Email already in use") && { email: "Email already in use" }),
    ...fields,
  };
}
