import { isLoopback } from "../../config/loopback.ts";
import type { OAuthSettings } from "../drivers/oauth.ts";
import type { SmtpServer } from "../drivers/smtp.ts";

export interface SmtpVariables {
  readonly SMTP_URL?: string | undefined;
  /** Where the URL has no password. */
  readonly SMTP_PASSWORD?: string | undefined;
  readonly MAIL_FROM?: string | undefined;
  readonly IMAP_URL?: string | undefined;
  /** For a server that takes no passwords. */
  readonly MAIL_OAUTH_TOKEN_URL?: string | undefined;
  readonly MAIL_OAUTH_CLIENT_ID?: string | undefined;
  readonly MAIL_OAUTH_CLIENT_SECRET?: string | undefined;
  readonly MAIL_OAUTH_REFRESH_TOKEN?: string | undefined;
  readonly MAIL_OAUTH_SCOPE?: string | undefined;
}

const oauthNames = [
  "MAIL_OAUTH_TOKEN_URL",
  "MAIL_OAUTH_CLIENT_ID",
  "MAIL_OAUTH_CLIENT_SECRET",
  "MAIL_OAUTH_REFRESH_TOKEN",
  "MAIL_OAUTH_SCOPE",
] as const;

/**
 * Reads the mail server from variables, and adds mistakes in them to `problems`.
 *
 * @param oauth As `readOAuth` read it.
 */
export function readSmtp(
  set: SmtpVariables,
  oauth: OAuthSettings | undefined,
  problems: string[],
): SmtpServer | undefined {
  if (set.SMTP_URL === undefined) {
    if (set.SMTP_PASSWORD !== undefined) problems.push("SMTP_PASSWORD: SMTP_URL is not set");
    return undefined;
  }
  if (set.MAIL_FROM === undefined) {
    problems.push("MAIL_FROM: must be set with SMTP_URL: the address that mail comes from");
  }
  const server = parseSmtpUrl(set.SMTP_URL, set.SMTP_PASSWORD, oauth, set.IMAP_URL !== undefined);
  if (typeof server !== "string") return server;
  problems.push(`SMTP_URL: ${server}`);
  return undefined;
}

/** Reads where access tokens for SMTP and IMAP come from, and adds mistakes to `problems`. */
export function readOAuth(set: SmtpVariables, problems: string[]): OAuthSettings | undefined {
  const given = oauthNames.filter((name) => set[name] !== undefined);
  if (given.length === 0) return undefined;
  if (set.SMTP_URL === undefined && set.IMAP_URL === undefined) {
    problems.push(...given.map((name) => `${name}: SMTP_URL is not set`));
    return undefined;
  }
  const {
    MAIL_OAUTH_TOKEN_URL: tokenUrl,
    MAIL_OAUTH_CLIENT_ID: clientId,
    MAIL_OAUTH_CLIENT_SECRET: clientSecret,
    MAIL_OAUTH_REFRESH_TOKEN: refreshToken,
    MAIL_OAUTH_SCOPE: scope,
  } = set;
  if (tokenUrl === undefined) {
    problems.push("MAIL_OAUTH_TOKEN_URL: must be set with the other MAIL_OAUTH_ variables");
  }
  if (clientId === undefined) {
    problems.push("MAIL_OAUTH_CLIENT_ID: must be set with the other MAIL_OAUTH_ variables");
  }
  if (clientSecret === undefined && refreshToken === undefined) {
    problems.push("MAIL_OAUTH_CLIENT_SECRET: must be set, unless MAIL_OAUTH_REFRESH_TOKEN is");
  }
  return { tokenUrl: tokenUrl ?? "", clientId: clientId ?? "", clientSecret, refreshToken, scope };
}

/** @returns A text when the URL is wrong. */
function parseSmtpUrl(
  text: string,
  password: string | undefined,
  given: OAuthSettings | undefined,
  isOfMailboxToo: boolean,
): SmtpServer | string {
  if (!/^smtps?:\/\//.test(text) || !URL.canParse(text)) return urlExpected;
  const url = new URL(text);
  if (url.hostname === "" || !/^\/?$/.test(url.pathname) || url.search || url.hash) {
    return urlExpected;
  }
  const user = decode(url.username);
  const secret = decode(url.password) || password;
  if (user === undefined) return urlExpected;
  // Access tokens may be for the mailbox alone.
  const oauth = isOfMailboxToo && secret !== undefined ? undefined : given;
  if (url.password !== "" && password !== undefined) {
    return "has a password, and SMTP_PASSWORD is set as well; set one of them";
  }
  if (oauth !== undefined && secret !== undefined) {
    return "has a password, and MAIL_OAUTH_ variables are set as well; use one of them";
  }
  if (oauth !== undefined && user === "") return "must name the mailbox that MAIL_OAUTH_ is for";
  if (oauth === undefined && (user === "") !== (secret === undefined)) {
    return "must name a user when there is a password, and a password when it names a user";
  }
  const isSecure = url.protocol === "smtps:";
  const login = loginOf(user, secret, oauth);
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port === "" ? (isSecure ? 465 : 587) : Number(url.port),
    tls: isSecure ? "always" : startTls(url.hostname, login !== undefined),
    login,
  };
}

function loginOf(
  user: string,
  password: string | undefined,
  oauth: OAuthSettings | undefined,
): SmtpServer["login"] {
  if (oauth !== undefined) return { user, oauth };
  return password === undefined ? undefined : { user, password };
}

const urlExpected =
  "must be smtp://user@host:587 or smtps://user@host:465, with special characters " +
  "percent-encoded";

/** Passwords are always encrypted, except on this machine, where certificates fit no name. */
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
