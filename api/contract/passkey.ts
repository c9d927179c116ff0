/** Browsers' answers about passkeys, as a form sends them: JSON in a hidden field. */
import { z } from "zod";
import { line } from "../../events/members/texts.ts";

/** Of bytes, in base64url. */
const bytes = (max: number) => z.string().max(Math.ceil(max * 4 / 3)).regex(/^[\w-]+$/);
const maxCredentialId = 1023;
const credentialId = bytes(maxCredentialId);
/** Browsers add fields as they like; those that aren't read are dropped. */
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

/** The JSON of a field. @returns `undefined` if it isn't one of these. */
export function readPasskey<T>(schema: z.ZodType<T>, field: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(field)).data;
  } catch {
    return undefined;
  }
}
