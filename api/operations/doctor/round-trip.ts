import { setTimeout as delay } from "node:timers/promises";
import type { ReplySettings } from "../../mail/arriving/ways/settings.ts";
import { stampingServer } from "../../mail/arriving/proof/authentication-results.ts";
import { splitMail } from "../../mail/arriving/proof/header-fields.ts";
import { proveAuthor } from "../../mail/arriving/proof/prove-author.ts";
import { testLetter } from "../../mail/letters/account-letters.ts";
import { write } from "../../mail/letters/letter.ts";
import { MailRefused, MailUnavailable } from "../../mail/mail.ts";
import { explainFailure } from "../../mail/setup/explain-failure.ts";
import { openSendLetter } from "../tasks/send-letter.ts";
import { createCurrentReplies } from "../../mail/setup/current-replies.ts";
import { createMailSettingsStore } from "../../mail/setup/mail-settings.ts";
import type { Check, DoctorContext, Findings } from "./finding.ts";
import { openWatches, type Watch } from "./mail-watches.ts";

/** Sends a mail to the address for answers, and waits until it arrives. */
export const checkRoundTrip: Check = async (context, say) => {
  const replies = await currentReplies(context);
  if (replies === undefined) {
    return say.fail(
      "no one can answer by mail: MAIL_REPLY_TO isn't set",
      "set it, and a way in for mail: IMAP_URL or MAIL_HOOK_SECRET. .env.example describes them. Where " +
        "staff set up mail under Program, Mail, they set this up there, too",
    );
  }
  const watches = await openWatches({ ...context.environment, replies }, say);
  if (watches === undefined) return;
  try {
    const marker = crypto.randomUUID();
    if (!await sendTest(context, replies, marker, say)) return;
    await follow({ watches, marker, replies }, say);
  } finally {
    for (const watch of watches) watch.close();
  }
};

/** How answers arrive: by variables, else as staff set it up. */
async function currentReplies({ environment, opened }: DoctorContext) {
  const { replies: installed, smtp } = environment;
  if (opened === undefined) return installed;
  const settings = createMailSettingsStore(opened.databases.vault, opened.vault.keys);
  const mail = smtp === undefined ? { isFolder: true as const } : {};
  return await createCurrentReplies({ installed, mail, settings })();
}

/** @returns Whether it has left. */
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
  const to = usesPlus ? address.replace("@", `+${marker.replaceAll("-", "")}@`) : address;
  const message = { id: marker, memberId: "operator", writtenAt: now(), to };
  try {
    await mail.send({ ...message, ...await write([letter], head) });
  } catch (error) {
    if (error instanceof MailRefused) {
      say.fail(
        `the mail server refused a mail to MAIL_REPLY_TO (${error.code})`,
        plusHint(usesPlus),
      );
    } else if (error instanceof MailUnavailable) {
      say.fail(`no mail left (${error.code})`, explainFailure(error.code).todo);
    } else throw error;
    return false;
  }
  say.ok(
    `the mail server accepted a test mail to MAIL_REPLY_TO${usesPlus ? ", with a + in it" : ""}`,
  );
  return true;
}

const plusHint = (usesPlus: boolean) =>
  usesPlus
    ? "check the address; if the mailbox has no addresses with a +, set MAIL_REPLY_PLUS=no"
    : "check the address";

interface Trip {
  readonly watches: readonly Watch[];
  readonly marker: string;
  readonly replies: ReplySettings;
  readonly patienceMs?: number;
  readonly pauseMs?: number;
}

/** Says when the mail arrives, and whether it can be proven who sent it. */
export async function follow(
  { watches, marker, replies, patienceMs = 120_000, pauseMs = 1000 }: Trip,
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
  const check = server === undefined
    ? "have mail signed with DKIM"
    : `its topmost Authentication-Results header is by ${
      server || "a server without a name"
    }. If that is your mail server, and adds one to every mail, set TRUSTED_AUTHSERV_ID to ${
      server || "first"
    }`;
  say.warn(
    "nothing proves which domain sent it. Such answers wait until their author confirms them",
    trustedAuthservId === undefined || server !== trustedAuthservId
      ? check
      : "see there why DMARC didn't pass for MAIL_FROM; within one organization, that is usual",
  );
}
