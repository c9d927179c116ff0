import type { MiddlewareHandler } from "hono";
import { NONCE, secureHeaders } from "hono/secure-headers";

export interface HeadersOptions {
  readonly isProduction: boolean;
  readonly isDevelopment: boolean;
  readonly appOrigin: string;
}

/** What browsers may do with an answer. */
export function headers(
  { isProduction, isDevelopment, appOrigin }: HeadersOptions,
): MiddlewareHandler {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", NONCE],
      // While developing, Vite adds style elements of its own, which know no nonce.
      styleSrc: ["'self'", isDevelopment ? "'unsafe-inline'" : NONCE],
      imgSrc: ["'self'", "data:"],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      manifestSrc: ["'self'"],
    },
    strictTransportSecurity: isProduction && appOrigin.startsWith("https:")
      ? "max-age=31536000; includeSubDomains"
      : false,
    // The pages' Back links go by the referrer; other sites never get one.
    referrerPolicy: "same-origin",
    xFrameOptions: "DENY",
    crossOriginOpenerPolicy: "same-origin",
    crossOriginResourcePolicy: "same-origin",
  });
}

/** Nothing is kept by anyone unless its route says so: almost every answer is personal. */
export const neverStored: MiddlewareHandler = async (c, next) => {
  await next();
  if (!c.res.headers.has("Cache-Control")) c.header("Cache-Control", "private, no-store");
};
