import { randomBytes } from "node:crypto";
import { Hono, type MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";
import type { PageEnv } from "./session.ts";

/** The one page below `/api`. */
const docsPath = "/api/docs";

export interface HeadersOptions {
  readonly isProduction: boolean;
  readonly isBehindVite: boolean;
  readonly appOrigin: string;
  /** Where browsers upload to, if not to this service. */
  readonly uploadOrigin?: string | undefined;
}

/** Content security policy and other headers. For calls' JSON, browsers may load nothing. */
export function headers(
  { isProduction, isBehindVite, appOrigin, uploadOrigin }: HeadersOptions,
): MiddlewareHandler<PageEnv> {
  const always = {
    strictTransportSecurity: isProduction && appOrigin.startsWith("https:")
      ? "max-age=31536000; includeSubDomains"
      : false,
    // The pages' Back links use the referrer. Other sites never get one.
    referrerPolicy: "same-origin",
    xFrameOptions: "DENY",
    crossOriginOpenerPolicy: "same-origin",
    crossOriginResourcePolicy: "same-origin",
  } as const;
  // An uploaded file runs nothing, even if opened directly.
  const ofObjects = secureHeaders({
    ...always,
    contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], sandbox: [] },
  });
  const ofPages = headersWithNonce(secureHeaders({
    ...always,
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", nonceMark],
      // Vite adds style elements without a nonce.
      styleSrc: ["'self'", isBehindVite ? "'unsafe-inline'" : nonceMark],
      imgSrc: ["'self'", "data:"],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...(uploadOrigin === undefined ? [] : [uploadOrigin])],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      manifestSrc: ["'self'"],
    },
  }));
  const ofCalls = sameHeaders({
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "Cross-Origin-Opener-Policy": always.crossOriginOpenerPolicy,
    "Cross-Origin-Resource-Policy": always.crossOriginResourcePolicy,
    "Referrer-Policy": always.referrerPolicy,
    ...(always.strictTransportSecurity && {
      "Strict-Transport-Security": always.strictTransportSecurity,
    }),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": always.xFrameOptions,
  });
  return (c, next) => {
    const { path } = c.req;
    if (path.startsWith("/objects/")) return ofObjects(c, next);
    return (path.startsWith("/api/") && path !== docsPath ? ofCalls : ofPages)(c, next);
  };
}

const policyName = "content-security-policy";
const nonceMark = "'nonce-here'";

/**
 * Headers that differ only by their nonce are prepared once, and passed to a page's answer when it
 * is created: that costs a third of adding each header later.
 */
function headersWithNonce(made: MiddlewareHandler): MiddlewareHandler<PageEnv> {
  let known:
    | { readonly same: Readonly<Record<string, string>>; readonly policy: string[] }
    | undefined;

  async function readOnce() {
    const { headers } = await new Hono().use(made).all("*", (c) => c.body(null)).request("/");
    const policy = headers.get(policyName) ?? "";
    return { same: Object.fromEntries(headers), policy: policy.split(nonceMark) };
  }

  return async (c, next) => {
    known ??= await readOnce();
    const nonce = randomBytes(16).toString("base64");
    const policy = known.policy.join(`'nonce-${nonce}'`);
    const pageHeaders = {
      ...known.same,
      [policyName]: policy,
      "x-request-id": c.get("requestId"),
    };
    c.set("secureHeadersNonce", nonce);
    c.set("pageHeaders", pageHeaders);
    await next();
    const { headers } = c.res;
    if (headers.get(policyName) === policy) return;
    for (const [name, value] of Object.entries(pageHeaders)) headers.set(name, value);
  };
}

function sameHeaders(values: Readonly<Record<string, string>>): MiddlewareHandler<PageEnv> {
  const entries = Object.entries(values);
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    for (const [name, value] of entries) headers.set(name, value);
  };
}

/** Answers aren't cached unless their route says so: almost all of them are personal. */
export const neverStored: MiddlewareHandler = async (c, next) => {
  await next();
  // Not `c.header`: that would copy the finished answer, with its body as a stream.
  const { headers } = c.res;
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
};

/** For pages with a secret in their address: no referrer, not even to our own pages. */
export const noReferrer: MiddlewareHandler = async (c, next) => {
  await next();
  c.res.headers.set("Referrer-Policy", "no-referrer");
};

export function secureCookies(appOrigin: string): MiddlewareHandler {
  if (!appOrigin.startsWith("https:")) return (_, next) => next();
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    const cookies = headers.getSetCookie();
    if (cookies.every((cookie) => /;\s*secure/i.test(cookie))) return;
    headers.delete("Set-Cookie");
    for (const cookie of cookies) {
      headers.append("Set-Cookie", /;\s*secure/i.test(cookie) ? cookie : `${cookie}; Secure`);
    }
  };
}
