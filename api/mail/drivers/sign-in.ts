/** Signing in to a mailbox at Microsoft, Google or another service: OAuth by authorization code, with PKCE. */
import type { Configuration, TokenEndpointResponse } from "openid-client";
import { MailUnavailable } from "../mail.ts";
import type { SignInSettings } from "../setup/mail-form.ts";
import type { MailSettingsStore, StoredMailSettings } from "../setup/mail-settings.ts";
import type { Reach } from "./reach.ts";

export interface SignInDependencies {
  readonly reach: Reach;
  readonly fetch: typeof fetch;
}

interface Service {
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly server: Pick<
    Extract<SignInSettings, { readonly way: "oauth" }>,
    "host" | "port" | "security"
  >;
}

export function serviceOf(settings: SignInSettings): Service {
  switch (settings.way) {
    case "microsoft": {
      const base = `https://login.microsoftonline.com/${settings.tenant}/oauth2/v2.0`;
      const mailbox = "https://outlook.office.com";
      return {
        authorizeUrl: `${base}/authorize`,
        tokenUrl: `${base}/token`,
        parameters: {
          scope: `offline_access ${mailbox}/SMTP.Send ${mailbox}/IMAP.AccessAsUser.All`,
        },
        server: { host: "smtp.office365.com", port: 587, security: "starttls" },
      };
    }
    case "google":
      return {
        authorizeUrl: "https://accounts.google.com/o/oauth2/v2/auth",
        tokenUrl: "https://oauth2.googleapis.com/token",
        // Without both, Google gives a refresh token only at the first consent, or none.
        parameters: {
          scope: "https://mail.google.com/",
          access_type: "offline",
          prompt: "consent",
        },
        server: { host: "smtp.gmail.com", port: 587, security: "starttls" },
      };
    case "oauth": {
      const { authorizeUrl, tokenUrl, scope, ...server } = settings;
      return { authorizeUrl, tokenUrl, parameters: scope === "" ? {} : { scope }, server };
    }
  }
}

const timeoutSeconds = 10;

async function openService(
  settings: SignInSettings,
  { reach, fetch }: SignInDependencies,
): Promise<readonly [typeof import("openid-client"), Configuration]> {
  const client = await import("openid-client");
  const { authorizeUrl, tokenUrl } = serviceOf(settings);
  const { clientId, mailPassword: secret } = settings;
  const config = new client.Configuration(
    {
      issuer: new URL(tokenUrl).origin,
      authorization_endpoint: authorizeUrl,
      token_endpoint: tokenUrl,
    },
    clientId,
    secret,
    client.ClientSecretPost(secret),
  );
  config.timeout = timeoutSeconds;
  config[client.customFetch] = async (url, init) => {
    // Staff's own service may not be this machine. The other names are fixed.
    if (settings.way === "oauth") await reach(new URL(url).hostname);
    return await fetch(url, init as RequestInit);
  };
  return [client, config];
}

export interface SignIn {
  /** The service's page, where a person agrees. */
  readonly url: string;
  readonly state: string;
  readonly verifier: string;
}

export async function startSignIn(
  settings: SignInSettings,
  redirectUri: string,
  deps: SignInDependencies,
): Promise<SignIn> {
  const [client, config] = await openService(settings, deps);
  const [state, verifier] = [client.randomState(), client.randomPKCECodeVerifier()];
  const { href: url } = client.buildAuthorizationUrl(config, {
    ...serviceOf(settings).parameters,
    redirect_uri: redirectUri,
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    login_hint: settings.user,
  });
  return { url, state, verifier };
}

interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  readonly seconds: number;
}

/** Exchanges the code that the person came back with. @throws {MailUnavailable} */
export async function finishSignIn(
  settings: SignInSettings,
  { state, verifier }: Omit<SignIn, "url">,
  code: string,
  redirectUri: string,
  deps: SignInDependencies,
): Promise<Tokens> {
  const [client, config] = await openService(settings, deps);
  const cameBack = new URL(redirectUri);
  cameBack.search = String(new URLSearchParams({ code, state }));
  return await tokensOf(client, () =>
    client.authorizationCodeGrant(config, cameBack, {
      expectedState: state,
      pkceCodeVerifier: verifier,
    }));
}

async function refresh(
  settings: SignInSettings,
  refreshToken: string,
  deps: SignInDependencies,
): Promise<Tokens> {
  const [client, config] = await openService(settings, deps);
  return await tokensOf(client, () => client.refreshTokenGrant(config, refreshToken));
}

const usualSeconds = 3600;

async function tokensOf(
  client: typeof import("openid-client"),
  ask: () => Promise<TokenEndpointResponse>,
): Promise<Tokens> {
  try {
    const { access_token, refresh_token, expires_in = usualSeconds } = await ask();
    return { accessToken: access_token, refreshToken: refresh_token, seconds: expires_in };
  } catch (cause) {
    if (cause instanceof client.ResponseBodyError) {
      const code = /^\w{1,60}$/.test(cause.error) ? cause.error : "refused";
      const words = cause.error_description ?? cause.error;
      throw new MailUnavailable(`EOAUTH ${code}`, { cause, words });
    }
    throw new MailUnavailable("EOAUTH away", { cause });
  }
}

export interface AccessTokens {
  /** Cached until shortly before it expires. @throws {MailUnavailable} */
  get(): Promise<string>;
  /** Drops a token that a server refused, which may have been revoked. */
  forget(): void;
}

/** Tokens are renewed this long before they expire: longer than sending a message takes. */
const earlierMs = 5 * 60 * 1000;

type SignedIn = StoredMailSettings & {
  readonly settings: SignInSettings;
  readonly refreshToken: string;
};

function isSignedIn(set: StoredMailSettings | undefined): set is SignedIn {
  const way = set?.settings?.way;
  return set?.refreshToken !== undefined && way !== undefined && way !== "smtp";
}

/** Access tokens of the account that staff signed in with, for sending and for the mailbox. */
export function createAccessTokens(
  { store, nowMs = Date.now, ...deps }: SignInDependencies & {
    readonly store: Pick<MailSettingsStore, "read" | "replaceRefreshToken">;
    readonly nowMs?: () => number;
  },
): AccessTokens {
  let known:
    | { readonly token: string; readonly setAtMs: number; readonly untilMs: number }
    | undefined;
  let asking: Promise<string> | undefined;

  async function renew({ settings, refreshToken, atMs }: SignedIn): Promise<string> {
    let tokens: Tokens;
    try {
      tokens = await refresh(settings, refreshToken, deps);
    } catch (error) {
      // Another node may have used it, and stored the next one.
      const set = await store.read();
      if (isSignedIn(set) && set.refreshToken !== refreshToken) return await renew(set);
      throw error;
    }
    const { accessToken: token, refreshToken: next = refreshToken, seconds } = tokens;
    if (next !== refreshToken) await store.replaceRefreshToken(refreshToken, next);
    // A token valid for minutes is used for half its time.
    const usefulForMs = Math.max(seconds * 1000 - earlierMs, seconds * 500);
    known = { token, setAtMs: atMs, untilMs: nowMs() + usefulForMs };
    return token;
  }

  return {
    async get() {
      const set = await store.read();
      if (!isSignedIn(set)) throw new MailUnavailable("EOAUTH none");
      if (known?.setAtMs === set.atMs && nowMs() < known.untilMs) return known.token;
      asking ??= renew(set).finally(() => asking = undefined);
      return await asking;
    },
    forget() {
      known = undefined;
    },
  };
}
