import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { deriveKey } from "../../events/derive-key.ts";

/** An account since its password was set or removed, which ends its tokens, like its sessions. */
export interface KnownAccount {
  readonly memberId: string;
  readonly changedAtMs: number;
}

export const knownForMs = 400 * 24 * 60 * 60 * 1000;

/**
 * Signed tokens of known browsers: an id, an end, and a signature over both and the account.
 * Nothing is stored.
 *
 * @param secret The installation's; the same on every node.
 */
export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>;

export function createKnownBrowsers(secret: Uint8Array, now: () => number) {
  const key = deriveKey(secret, "known browser");
  const sign = (id: string, endsAt: string, { memberId, changedAtMs }: KnownAccount) =>
    createHmac("sha256", key).update([id, endsAt, memberId, changedAtMs].join("\n")).digest();

  return {
    issue(account: KnownAccount): string {
      const id = randomBytes(16).toString("base64url");
      const endsAt = String(now() + knownForMs);
      return `${id}.${endsAt}.${sign(id, endsAt, account).toString("base64url")}`;
    },
    /** Id of the browser; `undefined` if the token isn't valid for this account. */
    idOf(token: string, account: KnownAccount): string | undefined {
      const [, id = "", endsAt = "", signature = ""] = form.exec(token) ?? [];
      const isSigned = timingSafeEqual(
        sign(id, endsAt, account),
        Buffer.from(signature.padEnd(43, "A"), "base64url"),
      );
      return isSigned && Number(endsAt) > now() ? id : undefined;
    },
  };
}

const form = /^([\w-]{22})\.(\d{13,14})\.([\w-]{43})$/;
