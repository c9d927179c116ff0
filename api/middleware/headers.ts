import type { MiddlewareHandler } from "hono";
import { NONCE, secureHeaders } from "hono/secure-headers";

export interface HeadersOptions {
  readonly isProduction: boolean;
  readonly isDevelopment: boolean;
  readonly appOrigin: string;
  /** Where browsers send uploads to, when not to this service. */
  readonly uploadOrigin?: string | undefined;
}

/** What browsers may do with an answer. */
export function headers(
  { isProduction, isDevelopment, appOrigin, uploadOrigin }: HeadersOptions,
): MiddlewareHandler {
  const always = {
    strictTransportSecurity: isProduction && appOrigin.startsWith("https:")
      ? "max-age=31536000; includeSubDomains"
      : false,
    // The pages' Back links go by the referrer; other sites never get one.
    referrerPolicy: "same-origin",
    xFrameOptions: "DENY",
    crossOriginOpenerPolicy: "same-origin",
    crossOriginResourcePolicy: "same-origin",
  } as const;
  const ofObjects = secureHeaders({
    ...always,
    // What members uploaded can do nothing, even where someone opens it by itself.
    contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], sandbox: [] },
  });
  const ofPages = secureHeaders({
    ...always,
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", NONCE],
      // While developing, Vite adds style elements of its own, which know no nonce.
      styleSrc: ["'self'", isDevelopment ? "'unsafe-inline'" : NONCE],
      imgSrc: ["'self'", "data:"],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...(uploadOrigin === undefined ? [] : [uploadOrigin])],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      manifestSrc: ["'self'"],
    },
  });
  return (c, next) => (c.req.path.startsWith("/objects/") ? ofObjects : ofPages)(c, next);
}

/** Nothing is kept by anyone unless its route says so: almost every answer is personal. */
export const neverStored: MiddlewareHandler = async (c, next) => {
  await next();
  // Not `c.header`: once there is an answer, that makes another one, with its body as a stream.
  const { headers } = c.res;
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
};
