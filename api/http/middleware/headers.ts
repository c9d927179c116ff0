import type { MiddlewareHandler } from "hono";
import type { PageEnv } from "./session.ts";

export interface HeadersOptions {
  readonly isProduction: boolean;
  readonly isBehindVite: boolean;
  readonly appOrigin: string;
  readonly uploadOrigin?: string | undefined;
}

/** Headers of every answer: the content security policy, and no caching unless the route allows it. */
export function headers(options: HeadersOptions): MiddlewareHandler<PageEnv> {
  const { isProduction, appOrigin } = options;
  const always = Object.entries({
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Origin-Agent-Cluster": "?1",
    // The pages' Back links use the referrer. Other sites never get one.
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-DNS-Prefetch-Control": "off",
    "X-Frame-Options": "DENY",
    ...(isProduction && appOrigin.startsWith("https:") && {
      "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
    }),
  });
  return async (c, next) => {
    let policy = policyOfData;
    if (isPage(c.req.path)) {
      const nonce = crypto.getRandomValues(new Uint8Array(16)).toBase64();
      c.set("secureHeadersNonce", nonce);
      policy = policyOfPage(nonce, options);
    }
    await next();
    // Not `c.header`: that would copy the finished answer, with its body as a stream.
    const { headers } = c.res;
    headers.set("Content-Security-Policy", policy);
    for (const [name, value] of always) headers.set(name, value);
    // Almost all answers are personal.
    if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
  };
}

function isPage(path: string): boolean {
  return !path.startsWith("/objects/") && !path.startsWith("/api/");
}

/** JSON and uploaded files load and run nothing, even when one is opened directly. */
const policyOfData = "default-src 'none'; frame-ancestors 'none'; sandbox";

function policyOfPage(
  nonce: string,
  { isBehindVite, uploadOrigin }: Pick<HeadersOptions, "isBehindVite" | "uploadOrigin">,
): string {
  const own = `'self' 'nonce-${nonce}'`;
  return [
    "default-src 'none'",
    `script-src ${own}`,
    // Vite adds style elements without a nonce.
    `style-src ${isBehindVite ? "'self' 'unsafe-inline'" : own}`,
    // Radix Themes writes sizes and positions into style attributes.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    uploadOrigin === undefined ? "connect-src 'self'" : `connect-src 'self' ${uploadOrigin}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
  ].join("; ");
}

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
