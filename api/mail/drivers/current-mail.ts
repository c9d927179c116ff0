import { join } from "node:path";
import type { Environment } from "../../config/env.ts";
import type { Log } from "../../node/log.ts";
import { defaultBrand } from "../../config/brand.ts";
import type { MailSettings } from "../setup/mail-form.ts";
import { createFolderMail } from "./folder.ts";
import { siteName } from "../templates/letterhead.ts";
import type { Mail } from "../mail.ts";
import type { MailSettingsStore } from "../setup/mail-settings.ts";
import type { Reach } from "./reach.ts";
import { type AccessTokens, serviceOf } from "./sign-in.ts";
import { createSmtpMail, type SmtpServer } from "./smtp.ts";

/** The configured mail server, or a folder without one. */
export function openMail(environment: Environment, log: Log): Mail {
  const { smtp, appEnv, appOrigin, dataDir, mailFrom } = environment;
  // For mails without a letterhead, such as an operator's test.
  const { supportEmail } = defaultBrand;
  const sender = { name: siteName(defaultBrand), address: mailFrom, replyTo: supportEmail };
  if (smtp) return createSmtpMail({ server: smtp, sender });
  if (appEnv === "production" && appOrigin !== undefined) {
    log({
      level: "warning",
      event:
        "no mail server is set, so mail waits in a folder; staff set it up under Program, Mail",
    });
  }
  return createFolderMail({ folder: join(dataDir, "outbox"), sender });
}

interface CurrentMailDependencies {
  readonly installed: Mail;
  readonly settings: Pick<MailSettingsStore, "read">;
  readonly ways: SmtpDependencies;
}

export interface SmtpDependencies {
  readonly reach: Reach;
  readonly tokens: AccessTokens;
  /** The sender's default name. */
  readonly head: { readonly programName: string; readonly supportEmail: string };
}

/** Uses the server set by variables, else staff's, else a folder. Returns the same object until that changes. */
export function createCurrentMail(
  { installed, settings, ways }: CurrentMailDependencies,
): () => Promise<Mail> {
  let known: { readonly json: string; readonly mail: Mail } | undefined;
  return async () => {
    if (!installed.isFolder) return installed;
    const set = await settings.read();
    if (set?.settings === undefined) return installed;
    const json = JSON.stringify([set.settings, set.atMs]);
    if (known?.json !== json) known = { json, mail: createStaffMail(set.settings, ways) };
    return known.mail;
  };
}

export function createStaffMail(
  settings: MailSettings,
  { reach, tokens, head }: SmtpDependencies,
): Mail {
  const { fromName, fromAddress } = settings;
  const sender = {
    address: fromAddress,
    get name() {
      return fromName || siteName(head);
    },
    get replyTo() {
      return head.supportEmail;
    },
  };
  const mail = createSmtpMail({ server: serverOf(settings, tokens), reach, sender });
  return {
    ...mail,
    send: (message, isWanted) =>
      mail.send(fromName === "" ? message : { ...message, fromName }, isWanted),
  };
}

/** Staff's server is on another machine: always encrypted. */
function serverOf(settings: MailSettings, tokens: AccessTokens): SmtpServer {
  const { host, port, security } = settings.way === "smtp" ? settings : serviceOf(settings).server;
  const { user } = settings;
  const login = settings.way === "smtp"
    ? { user, password: settings.mailPassword }
    : { user, tokens };
  return {
    host,
    port,
    tls: security === "tls" ? "always" : "required",
    login: user === "" ? undefined : login,
  };
}
