import { Hono } from "hono";
import { getCookie } from "hono/cookie";
import type { PageEnv } from "../middleware/session.ts";
import { createDocument } from "../openapi/document.ts";
import { renderPage } from "../openapi/page.ts";

/** Mounted at `/api`: what can be called, for programs and for people. */
export function descriptionRoutes(appOrigin: string) {
  const document = createDocument(appOrigin);
  const json = JSON.stringify(document);
  return new Hono<PageEnv>()
    .get("/openapi.json", (c) => c.body(json, 200, { "Content-Type": "application/json" }))
    .get("/docs", (c) => {
      const theme = getCookie(c, "theme") === "dark" ? "dark" : "light";
      return c.html(renderPage(document, { theme, nonce: c.var.secureHeadersNonce }));
    });
}
