import { z } from "zod";
import { deriveKey } from "../../../events/derive-key.ts";
import { open, seal } from "../../../events/store/seal.ts";

const Typed = z.object({
  texts: z.record(z.string(), z.string()),
  topics: z.array(z.string()),
});
/** An answer typed on an invitation's page. */
export type Typed = Readonly<z.infer<typeof Typed>>;

/** A cookie has 4096 bytes with its name and attributes. */
const longest = 3600;

export type TypedAnswers = ReturnType<typeof createTypedAnswers>;

/**
 * Encrypts an answer for the person's own browser to keep until they submit it. Nothing is stored
 * here, and a copy of the browser's files can't be read.
 */
export function createTypedAnswers(secret: Uint8Array) {
  const key = deriveKey(secret, "what is typed on an invitation");
  return {
    /** `undefined` if it is too long for a cookie. */
    seal(token: string, typed: Typed): string | undefined {
      const bytes = seal(key, token, new TextEncoder().encode(JSON.stringify(typed)));
      const text = Buffer.from(bytes).toString("base64url");
      return text.length > longest ? undefined : text;
    },
    /** `undefined` if it belongs to another invitation, or is invalid. */
    open(token: string, sealed: string): Typed | undefined {
      try {
        const bytes = open(key, token, new Uint8Array(Buffer.from(sealed, "base64url")));
        return Typed.parse(JSON.parse(new TextDecoder().decode(bytes)));
      } catch {
        return undefined;
      }
    },
  };
}
