import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";

/**
 * Known browsers: those that have signed in to an account before, so that strangers who guess cannot
 * lock its owner out.
 */
export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>;

/** With the password that it has now: another one ends its tokens, as it ends sessions. */
export interface KnownAccount {
  readonly memberId: string;
  readonly passwordHash: string;
}

/** As long as browsers keep a cookie at most. */
export const knownForMs = 400 * 24 * 60 * 60 * 1000;

/**
 * Signed tokens of known browsers: an id, when it ends, and a signature over both with the account,
 * which does not stand in it. Nothing is stored.
 *
 * @param secret Of the installation; the same on every node.
 */
export function createKnownBrowsers(secret: Uint8Array, now: () => number) {
  const key = new Uint8Array(hkdfSync("sha256", secret, new Uint8Array(), "known browser", 32));
  const sign = (id: string, endsAt: string, { memberId, passwordHash }: KnownAccount) =>
    createHmac("sha256", key).update([id, endsAt, memberId, passwordHash].join("\n")).digest();

  return {
    /** A token for the browser's cookie. */
    issue(account: KnownAccount): string {
      const id = randomBytes(16).toString("base64url");
      const endsAt = String(now() + knownForMs);
      return `${id}.${endsAt}.${sign(id, endsAt, account).toString("base64url")}`;
    },
    /** The id of the browser, when the token is for this account; else it is anybody's. */
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
