import type { OAuthSettings } from "../drivers/oauth.ts";
import type { SmtpServer } from "../drivers/smtp.ts";
import { parseServerUrl } from "./server-url.ts";

const oauthNames = [
  "MAIL_OAUTH_TOKEN_URL",
  "MAIL_OAUTH_CLIENT_ID",
  "MAIL_OAUTH_CLIENT_SECRET",
  "MAIL_OAUTH_REFRESH_TOKEN",
  "MAIL_OAUTH_SCOPE",
] as const;

type SmtpVariables = Readonly<
  {
    [Name in "SMTP_URL" | "SMTP_PASSWORD" | "MAIL_FROM" | "IMAP_URL" | typeof oauthNames[number]]?:
      | string
      | undefined;
  }
>;

/** Adds mistakes to `problems`. @param oauth As `readOAuth` read it. */
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

/** Reads the source of access tokens for SMTP and IMAP, and adds mistakes to `problems`. */
export function readOAuth(set: SmtpVariables, problems: string[]): OAuthSettings | undefined {
  const given = oauthNames.filter((name) => set[name] !== undefined);
  if (given.length === 0) return undefined;
  if (set.SMTP_URL === undefined && set.IMAP_URL === undefined) {
    problems.push(...given.map((name) => `${name}: SMTP_URL is not set`));
    return undefined;
  }
  const [tokenUrl = "", clientId = "", clientSecret, refreshToken, scope] = oauthNames.map((name) =>
    set[name]
  );
  for (const name of ["MAIL_OAUTH_TOKEN_URL", "MAIL_OAUTH_CLIENT_ID"] as const) {
    if (set[name] === undefined) {
      problems.push(`${name}: must be set with the other MAIL_OAUTH_ variables`);
    }
  }
  if (clientSecret === undefined && refreshToken === undefined) {
    problems.push("MAIL_OAUTH_CLIENT_SECRET: must be set, unless MAIL_OAUTH_REFRESH_TOKEN is");
  }
  return { tokenUrl, clientId, clientSecret, refreshToken, scope };
}

function parseSmtpUrl(
  text: string,
  password: string | undefined,
  given: OAuthSettings | undefined,
  isAlsoForMailbox: boolean,
): SmtpServer | string {
  const url = parseServerUrl(text, "smtp", [587, 465]);
  if (url === undefined || url.path !== "") return urlExpected;
  const { user, host, port } = url;
  const secret = url.password || password;
  // Access tokens may be for the mailbox alone.
  const oauth = isAlsoForMailbox && secret !== undefined ? undefined : given;
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
  const login = oauth
    ? { user, oauth }
    : secret === undefined
    ? undefined
    : { user, password: secret };
  // Passwords are always encrypted, except on this machine, where certificates fit no name.
  const startTls = url.isThisMachine ? "never" : login ? "required" : "offered";
  return { host, port, tls: url.isSecure ? "always" : startTls, login };
}

const urlExpected =
  "must be smtp://user@host:587 or smtps://user@host:465, with special characters " +
  "percent-encoded";
