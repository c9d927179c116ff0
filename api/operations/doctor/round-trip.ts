import { setTimeout as delay } from "node:timers/promises";
import type { Environment } from "../../config/env.ts";
import { stampingServer } from "../../mail/arriving/proof/authentication-results.ts";
import { splitMail } from "../../mail/arriving/proof/header-fields.ts";
import { proveAuthor } from "../../mail/arriving/proof/prove-author.ts";
import { ImapConnection, ImapFailure } from "../../mail/arriving/ways/imap-connection.ts";
import type { ImapServer, ReplySettings } from "../../mail/arriving/ways/settings.ts";
import { createAccessTokens } from "../../mail/drivers/oauth.ts";
import { testLetter } from "../../mail/letters/account-letters.ts";
import { MailUnavailable } from "../../mail/mail.ts";
import { repliesOf, withTag } from "../../mail/setup/current-replies.ts";
import { explainFailure } from "../../mail/setup/explain-failure.ts";
import { openSendLetter, sendLetter } from "../tasks/send-letter.ts";
import { TaskError } from "../tasks/task.ts";
import type { Check, Findings } from "./finding.ts";
import { setByStaff } from "./mail.ts";

/** Sends a mail to the address for answers, and waits until it arrives. */
export const checkRoundTrip: Check = async (context, say) => {
  const { environment, opened } = context;
  const set = (await setByStaff(context))?.replies;
  const replies = environment.replies ?? (set && repliesOf(set));
  if (replies === undefined) {
    return say.fail(
      "no one can answer by mail: MAIL_REPLY_TO isn't set",
      "set it, and a way in for mail: IMAP_URL or MAIL_HOOK_SECRET. .env.example describes them. Where " +
        "staff set up mail under Program, Mail, they set this up there, too",
    );
  }
  const { address, usesPlus, imap } = replies;
  const marker = crypto.randomUUID();
  let mailbox: ImapConnection | undefined;
  try {
    mailbox = imap && await openMailbox(imap);
    if (mailbox) say.ok("the mailbox in IMAP_URL can be read");
    const look = mailbox
      ? await lookInMailbox(mailbox, marker)
      : await lookAtMetrics(environment.metrics);
    const to = withTag({ address, usesPlus }, marker.replaceAll("-", ""));
    const subject = `Test of answers by mail ${marker}`;
    const letter = (head: Parameters<typeof testLetter>[0]) => ({ ...testLetter(head), subject });
    await sendLetter(await openSendLetter(environment, opened), to, letter);
    const plus = usesPlus ? ", with a + in it" : "";
    say.ok(`the mail server accepted a test mail to MAIL_REPLY_TO${plus}`);
    await follow({ look, replies }, say);
  } catch (error) {
    if (error instanceof TaskError) {
      say.fail(error.message, `"npm run admin -- doctor" says more; ${plusHint(usesPlus)}`);
    } else if (error instanceof ImapFailure || error instanceof MailUnavailable) {
      const { why, todo } = explainFailure(error.code);
      say.fail(why, todo);
    } else throw error;
  } finally {
    mailbox?.close();
  }
};

/** The mail, or `taken` if the service took one; `undefined` while none has arrived. */
export type Look = () => Promise<Uint8Array | "taken" | undefined>;

async function openMailbox({ login, ...server }: ImapServer): Promise<ImapConnection> {
  const accessToken = "oauth" in login ? await createAccessTokens(login.oauth).get() : undefined;
  return await ImapConnection.open({ ...server, login }, { accessToken, requestMs: 30_000 });
}

/** @param marker Part of the mail's subject. */
export async function lookInMailbox(mailbox: ImapConnection, marker: string): Promise<Look> {
  const firstId = await mailbox.nextId();

  async function find(): Promise<Uint8Array | undefined> {
    for (const id of await mailbox.ids()) {
      const source = id < firstId ? undefined : await mailbox.read(id);
      if (source && Buffer.from(source).includes(marker)) return source;
    }
  }
  return async () => {
    const found = await find();
    if (found !== undefined || await mailbox.nextId() === firstId) return found;
    // It arrived just now, or the service has taken and deleted it.
    return await find() ?? "taken";
  };
}

/** Reads how many mails a running service has received; `undefined` if it can't be asked. */
export async function lookAtMetrics(metrics: Environment["metrics"]): Promise<Look | undefined> {
  async function count(): Promise<number> {
    const address = `http://${metrics?.hostname}:${metrics?.port}/metrics`;
    const answer = await fetch(address, { signal: AbortSignal.timeout(2000) });
    const counts = (await answer.text()).matchAll(/^alumni_mail_received_total\S* (\d+)$/gm);
    return counts.reduce((sum, [, count]) => sum + Number(count), 0);
  }
  const before = metrics && await count().catch(() => undefined);
  if (before === undefined) return undefined;
  return async () => await count().catch(() => 0) > before ? "taken" : undefined;
}

const plusHint = (usesPlus: boolean) =>
  "check the address" +
  (usesPlus ? "; if the mailbox has no addresses with a +, set MAIL_REPLY_PLUS=no" : "");

/** Reports the mail's arrival, and whether its sender can be proven. */
export async function follow(
  { look, replies, patienceMs = 120_000, pauseMs = 1000 }: {
    readonly look: Look | undefined;
    readonly replies: ReplySettings;
    readonly patienceMs?: number;
    readonly pauseMs?: number;
  },
  say: Findings,
): Promise<void> {
  if (look === undefined) {
    return say.warn(
      "whether it arrives can't be seen from here",
      "set METRICS_PORT and try again while the service runs; or see in its metrics whether " +
        "alumni_mail_received_total grows; or look into the log of the server that hands mail over",
    );
  }
  console.error("Waiting until the mail arrives, for two minutes at most ...");
  const startMs = performance.now();
  for (; performance.now() - startMs < patienceMs; await delay(pauseMs)) {
    const seen = await look();
    if (seen === undefined) continue;
    const seconds = Math.round((performance.now() - startMs) / 1000);
    if (seen === "taken") {
      return say.ok(
        `a mail arrived within ${seconds} seconds, and the service took it. Stop the service and try ` +
          "again to see whether the mail's sender can be proven, too",
      );
    }
    say.ok(`it arrived in the mailbox within ${seconds} seconds`);
    return await sayProof(seen, replies, say);
  }
  say.fail(
    "it didn't arrive within two minutes",
    `look for it in the mailbox's spam folder; ${plusHint(replies.usesPlus)}`,
  );
}

/** Reports what would prove the sender of an answer. */
async function sayProof(
  source: Uint8Array,
  { trustedAuthservId }: ReplySettings,
  say: Findings,
): Promise<void> {
  const { isProven } = await proveAuthor(source, { trustedAuthservId });
  if (isProven) return say.ok("it can be proven which domain sent it");
  const server = stampingServer(splitMail(source)?.fields ?? []);
  const todo = server === undefined
    ? "have mail signed with DKIM"
    : server === trustedAuthservId
    ? "see there why DMARC didn't pass for MAIL_FROM; within one organization, that is usual"
    : `its topmost Authentication-Results header is by ${server || "a server without a name"}. ` +
      "If that is your mail server, and adds one to every mail, set TRUSTED_AUTHSERV_ID to " +
      (server || "first");
  say.warn(
    "nothing proves which domain sent it. Such answers wait until their author confirms them",
    todo,
  );
}
