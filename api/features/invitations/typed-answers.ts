import { z } from "zod";
import { deriveKey } from "../../../events/derive-key.ts";
import { open, seal } from "../../../events/store/seal.ts";

const Typed = z.object({
  texts: z.record(z.string(), z.string()),
  topics: z.array(z.string()),
});
/** What someone typed on an invitation's page. */
export type Typed = Readonly<z.infer<typeof Typed>>;

/** A cookie has 4096 bytes with its name and attributes. */
const longest = 3600;

export type TypedAnswers = ReturnType<typeof createTypedAnswers>;

/**
 * Seals what someone typed, for their own browser to keep until they answer: nothing is stored here, and
 * a copy of the browser's files reads nothing.
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
    /** `undefined` if it is of another invitation, or no such text. */
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
