import { Link, Text } from "@radix-ui/themes";
import type { MailNews } from "../../../../api/features/program/mail/mail-setup.ts";
import { pagePaths } from "../../../paths.ts";
import { Notice } from "../../../ui/notice.tsx";
import type { MailState } from "../../../../api/mail/setup/mail-state.ts";

export function MailNotice({ mail }: { readonly mail: MailNews }) {
  const text = mailNotice(mail);
  const { changed } = mail;
  return (
    <>
      {text !== undefined && (
        <Notice tone="warning">
          <Text as="p">
            {text}{" "}
            <Link href={pagePaths.programMail()}>
              {mail.is === "not-set-up" ? "Set up mail" : "See what to do"}
            </Link>
          </Text>
        </Notice>
      )}
      {changed !== undefined && (
        <Notice>
          <Text as="p">
            {changed.by} set up which mail server sends all emails, on {dayText(changed.at)}.{" "}
            <Link href={pagePaths.programMail()}>See the mail settings</Link>
          </Text>
        </Notice>
      )}
    </>
  );
}

/** Notice to staff while no mail can be sent or received; `undefined` otherwise. */
function mailNotice(mail: MailState): string | undefined {
  if (mail.is === "works" || mail.is === "untried") {
    return mail.replies?.is === "failing" ? "Answers by email aren't arriving." : undefined;
  }
  const what = {
    "not-set-up": "Mail isn't set up",
    failing: "Mail isn't going out",
    stuck: "No email has been sent for an hour",
  }[mail.is];
  const waiting = waitingText(mail);
  return waiting === undefined ? `${what}.` : `${what}: ${waiting}.`;
}

/** How many emails are waiting, and since when: `32 invitations have been waiting since November 3`. */
export function waitingText(mail: MailState): string | undefined {
  const { waiting, invitations, oldestWaitingAt } = mail;
  if (waiting === 0) return undefined;
  const count = invitations || waiting;
  const noun = invitations > 0 ? "invitation" : "email";
  const subject = count === 1 ? `1 ${noun} has` : `${count.toLocaleString("en-US")} ${noun}s have`;
  const since = oldestWaitingAt === undefined ? "" : ` since ${dayText(oldestWaitingAt)}`;
  return `${subject} been waiting${since}`;
}

/** `November 3`. */
export function dayText(at: Date): string {
  return new Intl.DateTimeFormat("en-US", { month: "long", day: "numeric", timeZone: "UTC" })
    .format(at);
}
