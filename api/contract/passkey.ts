/** Browsers' answers about passkeys, sent as JSON in a hidden form field. */
import { z } from "zod";
import { line } from "../../events/members/texts.ts";

/** Bytes in base64url. */
const bytes = (max: number) => z.string().max(Math.ceil(max * 4 / 3)).regex(/^[\w-]+$/);
const maxCredentialId = 1023;
const credentialId = bytes(maxCredentialId);
/** Drops further fields that browsers add. */
const credential = { id: credentialId, rawId: credentialId, type: z.literal("public-key") };
const clientDataJSON = bytes(2_000);

export const PasskeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON,
    authenticatorData: bytes(1_000),
    signature: bytes(1_000),
    userHandle: bytes(64).nullish(),
  }),
});
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>;

export const CreatedPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON,
    attestationObject: bytes(3_000),
    transports: z.array(z.string().max(30).regex(/^[\w-]+$/)).max(10).optional(),
  }),
});
export type CreatedPasskey = z.infer<typeof CreatedPasskey>;

export const maxPasskeyName = 40;
export const PasskeyName = line(maxPasskeyName, "Enter a name").min(1, "Enter a name");

/** Reads the JSON of a field. @returns `undefined` if it doesn't match the schema. */
export function readPasskey<T>(schema: z.ZodType<T>, field: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(field)).data;
  } catch {
    return undefined;
  }
}
