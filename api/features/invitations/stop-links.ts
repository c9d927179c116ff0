import { createHmac } from "node:crypto";
import { deriveKey } from "../../../events/derive-key.ts";
import { isSameSecret } from "../../auth/secret-token.ts";

export type StopLinks = ReturnType<typeof createStopLinks>;

/**
 * Links that stop mail about an invitation. They don't expire, since people look for them in old
 * mails, and can do nothing else. Nothing is stored.
 */
export function createStopLinks(secret: Uint8Array) {
  const key = deriveKey(secret, "links that stop mail about an invitation");
  const issue = (memberId: string) =>
    `${memberId}.${createHmac("sha256", key).update(memberId).digest("base64url")}`;
  return {
    issue,
    /** `undefined` for a forged token. */
    memberIdIn(token: string): string | undefined {
      const [memberId = ""] = token.split(".");
      return isSameSecret(token, issue(memberId)) ? memberId : undefined;
    },
  };
}
