import { isLoopback } from "../config/loopback.ts";
import type { SmtpServer } from "./smtp.ts";

export interface SmtpVariables {
  readonly SMTP_URL?: string | undefined;
  /** When it is not in the URL. */
  readonly SMTP_PASSWORD?: string | undefined;
  readonly MAIL_FROM?: string | undefined;
}

/** The mail server that the variables name; adds what is wrong with them to the problems. */
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

/** @returns What is wrong, as a text, when something is. */
function parseSmtpUrl(text: string, password: string | undefined): SmtpServer | string {
  if (!/^smtps?:\/\//.test(text) || !URL.canParse(text)) return urlExpected;
  const url = new URL(text);
  if (url.hostname === "" || !/^\/?$/.test(url.pathname) || url.search || url.hash) {
    return urlExpected;
  }
  const user = decode(url.username);
  const secret = decode(url.password) || password;
  if (user === undefined) return urlExpected;
  if (url.password !== "" && password !== undefined) {
    return "has a password, and SMTP_PASSWORD is set as well; set one of them";
  }
  if ((user === "") !== (secret === undefined)) {
    return "must name a user when there is a password, and a password when it names a user";
  }
  const isSecure = url.protocol === "smtps:";
  const login = user === "" || secret === undefined ? undefined : { user, password: secret };
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port === "" ? (isSecure ? 465 : 587) : Number(url.port),
    tls: isSecure ? "always" : startTls(url.hostname, login !== undefined),
    login,
  };
}

const urlExpected =
  "must be smtp://user@host:587 or smtps://user@host:465, with special characters " +
  "percent-encoded";

/** A password never leaves this machine in clear; on it, certificates fit no name. */
function startTls(hostname: string, hasLogin: boolean): SmtpServer["tls"] {
  if (isLoopback(hostname)) return "never";
  return hasLogin ? "required" : "offered";
}

/** `undefined` when it is not percent-encoded as it should be. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
