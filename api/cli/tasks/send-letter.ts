import type { Environment } from "../../config/env.ts";
import { createCurrentMail, openMail } from "../../mail/drivers/current-mail.ts";
import { explainFailure } from "../../mail/setup/explain-failure.ts";
import { readLogo } from "../../features/program/logo.ts";
import { type Letter, write } from "../../mail/templates/letter.ts";
import type { Letterhead } from "../../mail/templates/letterhead.ts";
import { createMailLogo } from "../../mail/templates/mail-logo.ts";
import { createMailSettingsStore } from "../../mail/setup/mail-settings.ts";
import { type Mail, MailRefused, MailUnavailable } from "../../mail/mail.ts";
import { reach } from "../../mail/drivers/reach.ts";
import { createAccessTokens } from "../../mail/drivers/sign-in.ts";
import { brandOf } from "../../config/brand.ts";
import { by } from "./operator-cause.ts";
import { newId, now, type Opened } from "./open-data.ts";
import { TaskError } from "./task.ts";

/** Origin of links if the service's own address isn't set. */
export function originOf({ appOrigin, host, port }: Environment): string {
  return appOrigin ?? `http://${host}:${port}`;
}

interface SendLetter {
  readonly mail: Mail;
  readonly head: Letterhead;
}

/** Uses the server set by variables, else staff's settings, else a folder. */
export async function openSendLetter(
  environment: Environment,
  data: Pick<Opened, "database" | "keys" | "openObjects" | "readModel">,
): Promise<SendLetter> {
  const names = brandOf(data.readModel.settings.current());
  const logo = createMailLogo({
    brand: () => names,
    readLogo: async () => await readLogo(await data.openObjects(), names.logo),
  });
  const head = { ...names, logo, appOrigin: originOf(environment) };
  const installed = openMail(environment, () => {});
  const settings = createMailSettingsStore(data.database, data.keys);
  const tokens = createAccessTokens({ store: settings, reach, fetch });
  const ways = { reach, tokens, head: names };
  return { mail: await createCurrentMail({ installed, settings, ways })(), head };
}

/** Sends without storing. @throws {TaskError} Without a mail server, or if it refuses. */
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
  const written = await write([letterFor(head)], head, to);
  try {
    await mail.send({ id: newId(), memberId: by, writtenAt: now(), to, ...written });
  } catch (error) {
    if (!(error instanceof MailRefused || error instanceof MailUnavailable)) throw error;
    if (error instanceof MailRefused) throw new TaskError(`The mail server refused ${to}`);
    const { why, todo } = explainFailure(error);
    throw new TaskError(`${why} ${todo}`);
  }
}
