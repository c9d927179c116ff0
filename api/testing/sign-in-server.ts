import { createHash } from "node:crypto";
import { serveForTest } from "./http-server.ts";

export const app = { clientId: "an-app", secret: "a client secret" };

/** Its behavior, which tests can change. */
interface Behavior {
  /** Whether the person agrees. */
  agrees: boolean;
  givesRefreshTokens: boolean;
  /** Whether all refresh tokens are revoked. */
  isRevoked: boolean;
}

/** A local sign-in service that behaves like Microsoft's: codes and refresh tokens work once. */
export function startSignInServer() {
  const behavior: Behavior = { agrees: true, givesRefreshTokens: true, isRevoked: false };
  const codes = new Map<string, URLSearchParams>();
  const asked: URLSearchParams[] = [];
  const given = { refresh: "" };
  const valid: string[] = [];
  let count = 0;

  const refused = (status: number, error: string, error_description: string) =>
    Response.json({ error, error_description }, { status });

  function authorize(query: URLSearchParams): Response {
    const [back, state] = [query.get("redirect_uri"), query.get("state") ?? ""];
    const isRight = query.get("client_id") === app.clientId &&
      query.get("response_type") === "code" && query.get("code_challenge_method") === "S256";
    if (!isRight || back === null) return new Response("Wrong request", { status: 400 });
    const code = `code-${++count}`;
    codes.set(code, query);
    const answer = new URLSearchParams({ state });
    if (behavior.agrees) answer.set("code", code);
    else {
      answer.set("error", "access_denied");
      answer.set("error_description", "AADSTS65004: User declined");
    }
    return new Response(null, {
      status: 302,
      headers: { Location: `${back}?${answer}` },
    });
  }

  function token(form: URLSearchParams): Response {
    asked.push(form);
    if (form.get("client_id") !== app.clientId || form.get("client_secret") !== app.secret) {
      return refused(401, "invalid_client", "AADSTS7000222: The client secret has expired");
    }
    if (form.get("grant_type") === "refresh_token") {
      if (behavior.isRevoked || form.get("refresh_token") !== given.refresh) {
        return refused(400, "invalid_grant", "AADSTS70008: The refresh token has expired");
      }
    } else {
      const query = codes.get(form.get("code") ?? "");
      codes.delete(form.get("code") ?? "");
      const challenge = createHash("sha256").update(form.get("code_verifier") ?? "");
      const isRight = query?.get("redirect_uri") === form.get("redirect_uri") &&
        query?.get("code_challenge") === challenge.digest("base64url");
      if (!isRight) return refused(400, "invalid_grant", "AADSTS54005: Code was already redeemed");
      behavior.isRevoked = false;
    }
    count++;
    valid.push(`access-${count}`);
    given.refresh = `refresh-${count}`;
    return Response.json({
      token_type: "Bearer",
      expires_in: 3600,
      access_token: valid.at(-1),
      ...behavior.givesRefreshTokens && { refresh_token: given.refresh },
    });
  }

  const origin = serveForTest(async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (request.method === "GET" && /\/auth(orize)?$/.test(pathname)) {
      return authorize(searchParams);
    }
    if (pathname.endsWith("/token")) return token(new URLSearchParams(await request.text()));
    return new Response(null, { status: 404 });
  });
  const here = (url: string | URL | Request) => {
    const { pathname, search } = new URL(String(url));
    return `${origin}${pathname}${search}`;
  };
  return {
    behavior,
    /** Token requests received. */
    asked,
    /** The latest refresh token. */
    given,
    /** Access tokens that weren't revoked. */
    valid,
    /** Replaces `fetch`, and sends the product's requests to this service. */
    fetch: ((url, init) => fetch(here(url), init)) as typeof fetch,
    /** Visits the service's page like a browser. @returns The address that it redirects to. */
    async agree(url: string): Promise<string> {
      const answer = await fetch(here(url), { redirect: "manual" });
      await answer.body?.cancel();
      const { origin, href } = new URL(answer.headers.get("Location") ?? "");
      return href.slice(origin.length);
    },
  };
}
