import { z } from "zod";
import { MailUnavailable } from "../mail.ts";

/** Settings for access tokens, for a mail server that accepts no passwords. */
export interface OAuthSettings {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  /** Of a person who agreed once. Without it, the app signs in as itself (client credentials). */
  readonly refreshToken?: string | undefined;
  readonly scope?: string | undefined;
}

export type AccessTokens = ReturnType<typeof createAccessTokens>;

const timeoutMs = 10_000;
/** Tokens are renewed this long before they expire: longer than sending a message takes. */
const earlierMs = 5 * 60 * 1000;
const usualSeconds = 3600;

const Granted = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().optional(),
  /** The service may require this one next time. */
  refresh_token: z.string().min(1).optional(),
});
/** Other errors mean that the app lacks a permission. @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-5.2} */
const Refused = z.object({
  error: z.enum(["invalid_client", "invalid_grant"]).or(
    z.string().transform(() => "unauthorized_client" as const),
  ),
});

export function createAccessTokens(
  settings: OAuthSettings,
  nowMs: () => number = Date.now,
) {
  const { tokenUrl, clientId, clientSecret, scope } = settings;
  let { refreshToken } = settings;
  let known: { readonly token: string; readonly untilMs: number } | undefined;
  let asking: Promise<string> | undefined;

  async function ask(): Promise<string> {
    const fields = {
      client_id: clientId,
      ...clientSecret !== undefined && { client_secret: clientSecret },
      ...scope !== undefined && { scope },
      ...refreshToken === undefined
        ? { grant_type: "client_credentials" }
        : { grant_type: "refresh_token", refresh_token: refreshToken },
    };
    const answer = await fetch(tokenUrl, {
      method: "POST",
      body: new URLSearchParams(fields),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    }).then(async (response) => ({ isOk: response.ok, body: await response.json() }))
      .catch((cause) => {
        throw failed(tokenUrl, "away", cause);
      });
    const granted = Granted.safeParse(answer.body);
    if (!answer.isOk || !granted.success) {
      const refused = Refused.safeParse(answer.body);
      throw failed(tokenUrl, refused.success ? refused.data.error : "away");
    }
    const { access_token: token, expires_in: seconds = usualSeconds } = granted.data;
    refreshToken = refreshToken && (granted.data.refresh_token ?? refreshToken);
    // A token valid for minutes is used for half its time.
    const usefulForMs = Math.max(seconds * 1000 - earlierMs, seconds * 500);
    known = { token, untilMs: nowMs() + usefulForMs };
    return token;
  }

  return {
    /** Cached until shortly before it expires. @throws {MailUnavailable} */
    async get(): Promise<string> {
      if (known !== undefined && nowMs() < known.untilMs) return known.token;
      asking ??= ask().finally(() => asking = undefined);
      return await asking;
    },
    forget(): void {
      known = undefined;
    },
  };
}

/** The code names the console to look in; see `explain-failure.ts`. */
function failed(tokenUrl: string, what: string, cause?: unknown): MailUnavailable {
  return new MailUnavailable(oauthCode(tokenUrl, what), { cause });
}

export function oauthCode(tokenUrl: string, what: string): string {
  const { hostname } = new URL(tokenUrl);
  const console = /(^|\.)microsoftonline\.(com|us)$/.test(hostname)
    ? "microsoft"
    : /(^|\.)(googleapis|google)\.com$/.test(hostname)
    ? "google"
    : "other";
  return `EOAUTH ${console} ${what}`;
}
