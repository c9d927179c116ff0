import type { ReplySettings } from "../inbound/transports/settings.ts";
import type { AccessTokens } from "../drivers/sign-in.ts";
import type { MailSettingsStore, StoredReplySettings } from "./mail-settings.ts";

interface CurrentRepliesDependencies {
  readonly installed: ReplySettings | undefined;
  readonly settings: Pick<MailSettingsStore, "read">;
  readonly tokens: AccessTokens;
}

/** The settings of answers by mail; `undefined` if none arrive. The same object until they change on any node. */
export type CurrentReplies = () => Promise<ReplySettings | undefined>;

/** @param installed Replaces staff's settings in tests. */
export function createCurrentReplies(
  { installed, settings, tokens }: CurrentRepliesDependencies,
): CurrentReplies {
  let known: { readonly json: string; readonly replies: ReplySettings } | undefined;
  return async () => {
    if (installed !== undefined) return installed;
    const set = (await settings.read())?.replies;
    if (set === undefined) return undefined;
    const json = JSON.stringify(set);
    if (known?.json !== json) known = { json, replies: repliesOf(set, tokens) };
    return known.replies;
  };
}

/** Converts a form to settings. @param tokens Of the account that sends, for a mailbox without a password. */
export function repliesOf(
  { form, secret }: Pick<StoredReplySettings, "form" | "secret">,
  tokens: AccessTokens,
): ReplySettings {
  const { address, usesPlus, authservId } = form;
  return {
    address,
    usesPlus: usesPlus === "true",
    trustedAuthservId: authservId || undefined,
    ...form.way === "imap" ? { imap: mailboxOf(form, tokens) } : { hookSecret: secret },
  };
}

function mailboxOf(
  { host, port, user, mailPassword: password, folder }: Extract<
    StoredReplySettings["form"],
    { readonly way: "imap" }
  >,
  tokens: AccessTokens,
) {
  const login = password === "" ? { tokens } : { password };
  const tls = port === 993 ? "always" as const : "required" as const;
  return { host, port, tls, folder, user, login, isTyped: true };
}

/** An address with a word after a `+`, if such mail arrives; otherwise the address itself. */
export function withTag(
  { address, usesPlus }: Pick<ReplySettings, "address" | "usesPlus">,
  word: string,
): string {
  return usesPlus ? address.replace(/@[^@]*$/, (host) => `+${word}${host}`) : address;
}
