import { nothingSet } from "../../../events/program/settings.ts";
import type { Environment } from "../../config/env.ts";
import { explainFailure } from "../../mail/explain-failure.ts";
import { type Letter, type Letterhead, write } from "../../mail/letter.ts";
import { type Mail, MailRefused, MailUnavailable } from "../../mail/mail.ts";
import { brandOf, namesOf } from "../../program/brand.ts";
import { openMail } from "../../mail/open-mail.ts";
import { mailOf } from "./mail-of.ts";
import type { Opened } from "./opened.ts";
import { TaskError } from "./task.ts";

/** Where links lead when the service's own address isn't set. */
export function originOf({ appOrigin, host, port }: Environment): string {
  return appOrigin ?? `http://${host}:${port}`;
}

/** By what a command mails, and what its letters begin with. */
export interface SendLetter {
  readonly mail: Mail;
  readonly head: Letterhead;
}

/** By variables alone. */
export function sendLetterBy(environment: Environment): SendLetter {
  const names = namesOf(brandOf(nothingSet, environment));
  return {
    mail: openMail(environment, () => {}),
    head: { ...names, appOrigin: originOf(environment) },
  };
}

export async function openSendLetter(data: Opened): Promise<SendLetter> {
  const { environment, readModel } = data;
  const names = namesOf(brandOf(readModel.settings.current(), environment));
  return { mail: await mailOf(data), head: { ...names, appOrigin: originOf(environment) } };
}

/**
 * Hands a letter to the mail server now: nothing of it is stored.
 *
 * @throws {TaskError} When there is no mail server, or it doesn't take the letter.
 */
export async function sendLetter(
  { mail, head }: SendLetter,
  to: string,
  letterFor: (head: Letterhead) => Letter,
): Promise<void> {
  if (mail.isFolder) {
    throw new TaskError(
      "Mail isn't set up: staff do that under Program, Mail; or set SMTP_URL and MAIL_FROM",
    );
  }
  const message = {
    id: crypto.randomUUID(),
    memberId: "operator",
    writtenAt: new Date(),
    to,
    ...await write([letterFor(head)], head),
  };
  try {
    await mail.send(message);
  } catch (error) {
    if (!(error instanceof MailRefused || error instanceof MailUnavailable)) throw error;
    if (error instanceof MailRefused) throw new TaskError(`The mail server refused ${to}`);
    const { why, todo } = explainFailure(error.code);
    throw new TaskError(`${why} ${todo}`);
  }
}
