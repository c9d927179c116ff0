import { nothingSet, type ProgramSettings } from "../../../events/program/settings.ts";
import type { Environment } from "../../config/env.ts";
import { explainFailure } from "../../mail/explain-failure.ts";
import { type Letter, type Letterhead, write } from "../../mail/letter.ts";
import { MailRefused, MailUnavailable } from "../../mail/mail.ts";
import { openMail } from "../../mail/open-mail.ts";
import { brandOf, namesOf } from "../../program/brand.ts";
import { TaskError } from "./task.ts";

/** Where links lead when the service's own address isn't set. */
export function originOf({ appOrigin, host, port }: Environment): string {
  return appOrigin ?? `http://${host}:${port}`;
}

/**
 * Hands a letter to the mail server now: nothing of it is stored.
 *
 * @throws {TaskError} When there is no mail server, or it doesn't take the letter.
 */
export async function sendLetter(
  environment: Environment,
  to: string,
  letterFor: (head: Letterhead) => Letter,
  settings: ProgramSettings = nothingSet,
): Promise<void> {
  if (environment.smtp === undefined) {
    throw new TaskError("Mail isn't set up: set SMTP_URL and MAIL_FROM, then try again");
  }
  const head = { ...namesOf(brandOf(settings, environment)), appOrigin: originOf(environment) };
  const message = {
    id: crypto.randomUUID(),
    memberId: "operator",
    writtenAt: new Date(),
    to,
    ...await write([letterFor(head)], head),
  };
  try {
    await openMail(environment, () => {}).send(message);
  } catch (error) {
    if (!(error instanceof MailRefused || error instanceof MailUnavailable)) throw error;
    if (error instanceof MailRefused) throw new TaskError(`The mail server refused ${to}`);
    const { why, todo } = explainFailure(error.code);
    throw new TaskError(`${why} ${todo}`);
  }
}
