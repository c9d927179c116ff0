import { isIP } from "node:net";
import { createTransport } from "nodemailer";
import { compose, sourceOf } from "./compose.ts";
import { type Mail, MailRefused, MailUnavailable, type Sender } from "../mail.ts";
import { type AccessTokens, createAccessTokens, oauthCode, type OAuthSettings } from "./oauth.ts";
import type { Reach } from "./reach.ts";

export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /**
   * `always` from the first byte, `required` by STARTTLS or not at all, `offered` by STARTTLS where
   * the server has it, `never` on this machine.
   */
  readonly tls: "always" | "required" | "offered" | "never";
  readonly login?:
    | { readonly user: string; readonly password: string }
    | { readonly user: string; readonly oauth: OAuthSettings }
    | undefined;
}

/** Short, since a server that does not answer blocks one of a few connections. */
const timeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};

/** Sends messages by a mail server. Each message has its own connection. */
export function createSmtpMail({ server, sender, reach }: {
  readonly server: SmtpServer;
  readonly sender: Sender;
  readonly reach?: Reach | undefined;
}): Mail {
  const open = createOpening(server, reach);
  return {
    async send(message, isWanted = async () => true) {
      const composed = compose(message, sender);
      try {
        const transport = await open.transport();
        if (await isWanted()) await transport.sendMail(composed);
        else {
          // Everything that sending does before the server learns the recipient.
          await sourceOf(composed);
          await transport.verify();
        }
      } catch (error) {
        if (error instanceof MailUnavailable) throw error;
        const refusal = refusalOf(error);
        if (refusal === "permanent") throw new MailRefused(codeOf(error), { cause: error });
        const isOfRecipient = refusal === "temporary";
        throw new MailUnavailable(open.codeOf(error), { cause: error, isOfRecipient });
      }
    },
    async check() {
      const code = await open.verify();
      if (code !== undefined) throw new MailUnavailable(code);
    },
    async forget() {},
  };
}

/** Connects and signs in, without sending anything. Returns the code of what went wrong, if it did. */
export async function trySmtp(server: SmtpServer, reach?: Reach): Promise<string | undefined> {
  return await createOpening(server, reach).verify();
}

/** Opens connections to a server, with a token where it takes no passwords. */
function createOpening(server: SmtpServer, reach?: Reach) {
  const { login } = server;
  const oauth = login && "oauth" in login ? login.oauth : undefined;
  const tokens = oauth && createAccessTokens(oauth);
  const transport = async () => createTransport(await optionsFor(server, { reach, tokens }));

  /** A refused token may have been revoked: the next attempt asks for another one. */
  function codeOfOpening(error: unknown): string {
    if (error instanceof MailUnavailable) return error.code;
    if (oauth === undefined || !/AUTH/.test(codeOf(error))) return codeOf(error);
    tokens?.forget();
    return oauthCode(oauth.tokenUrl, "refused");
  }

  return {
    transport,
    codeOf: codeOfOpening,
    verify: async () => {
      try {
        await (await transport()).verify();
      } catch (error) {
        return codeOfOpening(error);
      }
    },
  };
}

async function optionsFor(
  { host, port, tls, login }: SmtpServer,
  { reach, tokens }: {
    readonly reach: Reach | undefined;
    readonly tokens: AccessTokens | undefined;
  },
) {
  const reached = await reach?.(host);
  const accessToken = await tokens?.get();
  return {
    host: reached?.address ?? host,
    port: reached?.port ?? port,
    // The certificate must be for the typed name.
    ...(reached && { tls: { servername: isIP(host) ? "" : host, ca: reached.ca } }),
    secure: tls === "always",
    requireTLS: tls === "required",
    ignoreTLS: tls === "never",
    ...(login && {
      auth: "password" in login
        ? { user: login.user, pass: login.password }
        : { type: "OAuth2" as const, user: login.user, accessToken },
    }),
    ...timeouts,
  };
}

interface SmtpError {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly command?: unknown;
  readonly response?: unknown;
  readonly responseCode?: unknown;
}

/**
 * Whether the server refused this recipient: permanently, or for now, as a full mailbox. A refusal by policy (5.7,
 * RFC 3463) is neither: the operator can have it lifted, and queued mails are sent then.
 */
function refusalOf(error: unknown): "permanent" | "temporary" | undefined {
  const { command, response, responseCode } = error as SmtpError;
  if (command !== "RCPT TO" || typeof responseCode !== "number") return undefined;
  if (responseCode < 500) return "temporary";
  return /^5\d\d[ -]5\.7\./.test(String(response)) ? undefined : "permanent";
}

function codeOf(error: unknown): string {
  const { code, responseCode, message } = error as SmtpError;
  const [detail] = /ECONN[A-Z]+|CERT/.exec(
    String(message).replace(/.*(certificate|self.signed).*/is, "CERT"),
  ) ?? [];
  return [code, detail, responseCode].filter((part) => part !== undefined).join(" ") || "unknown";
}
