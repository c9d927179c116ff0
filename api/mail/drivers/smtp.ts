import { isIP } from "node:net";
import { compose, sourceOf } from "./compose.ts";
import { type Mail, MailRefused, MailUnavailable, type Sender } from "../mail.ts";
import { meaningOf } from "../dead-address.ts";
import type { Reach } from "./reach.ts";
import type { AccessTokens } from "./sign-in.ts";

export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** `required` and `offered` (if available) by STARTTLS; `never` only on this machine. */
  readonly tls: "always" | "required" | "offered" | "never";
  readonly login?:
    | { readonly user: string; readonly password: string }
    | { readonly user: string; readonly tokens: AccessTokens }
    | undefined;
}

/** Short, because a server that doesn't answer blocks one of few connections. */
const timeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};

/** Each message has its own connection. */
export function createSmtpMail({ server, sender, reach }: {
  readonly server: SmtpServer;
  readonly sender: Sender;
  readonly reach?: Reach | undefined;
}): Mail {
  const { login } = server;
  const tokens = login && "tokens" in login ? login.tokens : undefined;
  const open = async () => {
    const { createTransport } = await import("nodemailer");
    return createTransport(await optionsFor(server, reach));
  };

  function failureOf(cause: unknown): Error {
    if (cause instanceof MailUnavailable) return cause;
    const refusal = refusalOf(cause);
    if (refusal === "permanent") return new MailRefused(codeOf(cause), { cause });
    const code = codeOf(cause);
    if (/AUTH/.test(code)) tokens?.forget();
    const { response } = cause as SmtpError;
    const words = typeof response === "string" ? response : undefined;
    return new MailUnavailable(code, { cause, words, isOfRecipient: refusal === "temporary" });
  }

  return {
    async send(message, isWanted = async () => true) {
      const composed = compose(message, sender);
      try {
        const transport = await open();
        if (await isWanted()) await transport.sendMail(composed);
        else {
          // Failures before the server learns the recipient.
          await sourceOf(composed);
          await transport.verify();
        }
      } catch (error) {
        throw failureOf(error);
      }
    },
    async check() {
      try {
        await (await open()).verify();
      } catch (error) {
        throw failureOf(error);
      }
    },
    async forget() {},
  };
}

async function optionsFor(
  { host, port, tls, login }: SmtpServer,
  reach: Reach | undefined,
) {
  const reached = await reach?.(host);
  return {
    host: reached?.address ?? host,
    port: reached?.port ?? port,
    // The certificate must be for the typed name.
    ...(reached && { tls: { servername: isIP(host) ? "" : host, ca: reached.ca } }),
    secure: tls === "always",
    requireTLS: tls === "required",
    ignoreTLS: tls === "never",
    ...(login && {
      auth: "password" in login ? { user: login.user, pass: login.password } : {
        type: "OAuth2" as const,
        user: login.user,
        accessToken: await login.tokens.get(),
      },
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
 * Refusals of us as the sender are neither, because the operator can have them lifted. Mails refused without a
 * clear reason are tried again.
 */
function refusalOf(error: unknown): "permanent" | "temporary" | undefined {
  const { command, response, responseCode } = error as SmtpError;
  if (command !== "RCPT TO" || typeof responseCode !== "number") return undefined;
  if (responseCode < 500) return "temporary";
  const meaning = meaningOf(undefined, String(response));
  if (meaning === "sender") return undefined;
  return meaning === "dead" ? "permanent" : "temporary";
}

function codeOf(error: unknown): string {
  const { code, responseCode, message } = error as SmtpError;
  const [detail] = /ECONN[A-Z]+|CERT/.exec(
    String(message).replace(/.*(certificate|self.signed).*/is, "CERT"),
  ) ?? [];
  return [code, detail, responseCode].filter((part) => part !== undefined).join(" ") || "unknown";
}
