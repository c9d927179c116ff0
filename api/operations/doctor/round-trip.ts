import { setTimeout as delay } from "node:timers/promises";
import type { Environment } from "../../config/env.ts";
import { stampingServer } from "../../mail/arriving/proof/authentication-results.ts";
import { splitMail } from "../../mail/arriving/proof/header-fields.ts";
import { proveAuthor } from "../../mail/arriving/proof/prove-author.ts";
import { ImapConnection, ImapFailure } from "../../mail/arriving/ways/imap-connection.ts";
import type { ImapServer, ReplySettings } from "../../mail/arriving/ways/settings.ts";
import { createAccessTokens } from "../../mail/drivers/oauth.ts";
import { testLetter } from "../../mail/letters/account-letters.ts";
import { write } from "../../mail/letters/letter.ts";
import { MailRefused, MailUnavailable } from "../../mail/mail.ts";
import { repliesOf, withWord } from "../../mail/setup/current-replies.ts";
import { explainFailure } from "../../mail/setup/explain-failure.ts";
import { openSendLetter } from "../tasks/send-letter.ts";
import type { Check, DoctorContext, Findings } from "./finding.ts";
import { setByStaff } from "./mail.ts";

/** Sends a mail to the address for answers, and waits until it arrives. */
export const checkRoundTrip: Check = async (context, say) => {
  const { environment, opened } = context;
  // Variables win. What staff set up counts where they have set up sending, too.
  const set = environment.smtp === undefined ? (await setByStaff(opened))?.replies : undefined;
  const replies = environment.replies ?? (set && repliesOf(set));
  if (replies === undefined) {
    return say.fail(
      "no one can answer by mail: MAIL_REPLY_TO isn't set",
      "set it, and a way in for mail: IMAP_URL or MAIL_HOOK_SECRET. .env.example describes them. Where " +
        "staff set up mail under Program, Mail, they set this up there, too",
    );
  }
  const watches = await openWatches({ ...environment, replies }, say);
  if (watches === undefined) return;
  try {
    const marker = crypto.randomUUID();
    if (await sendTest(context, replies, marker, say)) {
      await follow({ watches, marker, replies }, say);
    }
  } finally {
    for (const watch of watches) watch.close?.();
  }
};

export interface Watch {
  /**
   * @param marker Is in the mail's subject.
   * @returns The mail; `taken` if the service took one that arrived; `undefined` while none has.
   */
  look(marker: string): Promise<Uint8Array | "taken" | undefined>;
  close?(): void;
}

/** What can be watched from here, before a mail is sent; `undefined` when the mailbox can't be read. */
export async function openWatches(
  { replies, metrics }: Pick<Environment, "replies" | "metrics">,
  say: Findings,
): Promise<Watch[] | undefined> {
  const watches: Watch[] = [];
  try {
    if (replies?.imap) {
      watches.push(await watchMailbox(replies.imap));
      say.ok("the mailbox in IMAP_URL can be read");
    }
  } catch (error) {
    if (!(error instanceof ImapFailure || error instanceof MailUnavailable)) throw error;
    const { why, todo } = explainFailure(error.code);
    return void say.fail(why, todo);
  }
  if (metrics === undefined) return watches;
  const address = `http://${metrics.hostname}:${metrics.port}/metrics`;
  const before = await countReceived(address);
  if (before === undefined) return watches;
  const look = async () => (await countReceived(address) ?? 0) > before ? "taken" : undefined;
  return [...watches, { look }];
}

async function watchMailbox({ login, ...server }: ImapServer): Promise<Watch> {
  const accessToken = "oauth" in login ? await createAccessTokens(login.oauth).get() : undefined;
  const options = { accessToken, requestMs: 30_000 };
  const connection = await ImapConnection.open({ ...server, login }, options);
  const firstId = await connection.nextId();

  async function find(marker: string): Promise<Uint8Array | undefined> {
    for (const id of await connection.ids()) {
      const source = id < firstId ? undefined : await connection.read(id);
      if (source && Buffer.from(source).includes(marker)) return source;
    }
  }
  return {
    async look(marker) {
      const found = await find(marker);
      if (found !== undefined || await connection.nextId() === firstId) return found;
      // It came just now, or the service has taken and deleted it.
      return await find(marker) ?? "taken";
    },
    close: () => connection.close(),
  };
}

/** How many mails a running service has received, by its metrics; `undefined` when it can't be asked. */
async function countReceived(address: string): Promise<number | undefined> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(2000) });
    const counts = (await answer.text()).matchAll(/^alumni_mail_received_total\S* (\d+)$/gm);
    return answer.ok ? counts.reduce((sum, [, count]) => sum + Number(count), 0) : undefined;
  } catch {
    return undefined;
  }
}

/** @returns Whether it was sent. */
async function sendTest(
  { environment, opened, now }: DoctorContext,
  { address, usesPlus }: ReplySettings,
  marker: string,
  say: Findings,
): Promise<boolean> {
  const { mail, head } = await openSendLetter(environment, opened);
  if (mail.isFolder) {
    say.fail("mail isn't set up, so none was sent", '"npm run admin -- doctor" says what to do');
    return false;
  }
  const letter = { ...testLetter(head), subject: `Test of answers by mail ${marker}` };
  const to = withWord({ address, usesPlus }, marker.replaceAll("-", ""));
  const message = { id: marker, memberId: "operator", writtenAt: now(), to };
  try {
    await mail.send({ ...message, ...await write([letter], head) });
    const plus = usesPlus ? ", with a + in it" : "";
    say.ok(`the mail server accepted a test mail to MAIL_REPLY_TO${plus}`);
    return true;
  } catch (error) {
    if (error instanceof MailRefused) {
      const what = `the mail server refused a mail to MAIL_REPLY_TO (${error.code})`;
      say.fail(what, plusHint(usesPlus));
    } else if (error instanceof MailUnavailable) {
      say.fail(`no mail left (${error.code})`, explainFailure(error.code).todo);
    } else throw error;
    return false;
  }
}

const plusHint = (usesPlus: boolean) =>
  "check the address" +
  (usesPlus ? "; if the mailbox has no addresses with a +, set MAIL_REPLY_PLUS=no" : "");

/** Says when the mail arrives, and whether it can be proven who sent it. */
export async function follow(
  { watches, marker, replies, patienceMs = 120_000, pauseMs = 1000 }: {
    readonly watches: readonly Watch[];
    readonly marker: string;
    readonly replies: ReplySettings;
    readonly patienceMs?: number;
    readonly pauseMs?: number;
  },
  say: Findings,
): Promise<void> {
  if (watches.length === 0) {
    return say.warn(
      "whether it arrives can't be seen from here",
      "set METRICS_PORT and try again while the service runs; or see in its metrics whether " +
        "alumni_mail_received_total grows; or look into the log of the server that hands mail over",
    );
  }
  console.error("Waiting until the mail arrives, for two minutes at most ...");
  const startMs = performance.now();
  while (performance.now() - startMs < patienceMs) {
    for (const watch of watches) {
      const seen = await watch.look(marker);
      if (seen === undefined) continue;
      const seconds = Math.round((performance.now() - startMs) / 1000);
      if (seen !== "taken") {
        say.ok(`it arrived in the mailbox within ${seconds} seconds`);
        return await sayProof(seen, replies, say);
      }
      return say.ok(
        `a mail arrived within ${seconds} seconds, and the service took it. Stop the service and try ` +
          "again to see whether the mail's sender can be proven, too",
      );
    }
    await delay(pauseMs);
  }
  say.fail(
    "it didn't arrive within two minutes",
    `look for it in the mailbox's spam folder; ${plusHint(replies.usesPlus)}`,
  );
}

/** Says what would prove the sender of an answer. */
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
