import type { SmtpServer } from "../drivers/smtp.ts";
import { isLoopback } from "../../config/loopback.ts";

type SmtpVariables = Readonly<
  { [Name in "SMTP_URL" | "SMTP_PASSWORD" | "MAIL_FROM"]?: string | undefined }
>;

/** Reads the SMTP variables. Adds mistakes to `problems`. */
export function readSmtp(set: SmtpVariables, problems: string[]): SmtpServer | undefined {
  if (set.SMTP_URL === undefined) {
    if (set.SMTP_PASSWORD !== undefined) problems.push("SMTP_PASSWORD: SMTP_URL is not set");
    return undefined;
  }
  if (set.MAIL_FROM === undefined) {
    problems.push("MAIL_FROM: must be set with SMTP_URL: the address that mail comes from");
  }
  const server = parseSmtpUrl(set.SMTP_URL, set.SMTP_PASSWORD);
  if (typeof server !== "string") return server;
  problems.push(`SMTP_URL: ${server}`);
  return undefined;
}

function parseSmtpUrl(text: string, password: string | undefined): SmtpServer | string {
  const url = parseUrl(text);
  if (url === undefined || url.path !== "") return urlExpected;
  const { user, host, port } = url;
  const secret = url.password || password;
  if (url.password !== "" && password !== undefined) {
    return "has a password, and SMTP_PASSWORD is set as well; set one of them";
  }
  if ((user === "") !== (secret === undefined)) {
    return "must name a user when there is a password, and a password when it names a user";
  }
  const login = secret === undefined ? undefined : { user, password: secret };
  // Passwords are always encrypted, except on this machine, where certificates fit no name.
  const startTls = url.isThisMachine ? "never" : login ? "required" : "offered";
  return { host, port, tls: url.isSecure ? "always" : startTls, login };
}

const urlExpected =
  "must be smtp://user@host:587 or smtps://user@host:465, with special characters " +
  "percent-encoded";

function parseUrl(text: string) {
  if (!/^smtps?:\/\//.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, hostname, port, pathname, search, hash, username, password } = new URL(text);
  if (hostname === "" || search || hash) return undefined;
  const isSecure = protocol === "smtps:";
  try {
    return {
      host: hostname.replace(/^\[(.*)\]$/, "$1"),
      port: Number(port || (isSecure ? 465 : 587)),
      isSecure,
      isThisMachine: isLoopback(hostname),
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
      path: decodeURIComponent(pathname.slice(1)),
    };
  } catch {
    return undefined;
  }
}
