import { join } from "node:path";
import { nothingSet } from "../../../events/program/settings.ts";
import type { Environment } from "../../config/env.ts";
import type { Log } from "../../log.ts";
import { createFolderMail } from "./folder.ts";
import { brandOf, namesOf } from "../../program/brand.ts";
import { siteName } from "../letters/letterhead.ts";
import type { Mail } from "../mail.ts";
import { createSmtpMail } from "./smtp.ts";

/** The driver that the environment asks for: a mail server, or a folder without one. */
export function openMail(environment: Environment, log: Log): Mail {
  const { smtp, appEnv, appOrigin, dataDir, mailFrom } = environment;
  // For mails without a letterhead, such as an operator's test.
  const { programName, supportEmail } = namesOf(brandOf(nothingSet, environment));
  const sender = { name: siteName({ programName }), address: mailFrom, replyTo: supportEmail };
  if (smtp) return createSmtpMail({ server: smtp, sender });
  if (appEnv === "production" && appOrigin !== undefined) {
    log({
      level: "warning",
      event: "no mail server is set, so mail waits in a folder; see SMTP_URL",
    });
  }
  return createFolderMail({ folder: join(dataDir, "outbox"), sender });
}
