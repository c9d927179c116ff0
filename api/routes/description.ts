import { Hono } from "hono";
import { getCookie } from "hono/cookie";
import type { RouterRoute } from "hono/types";
import type { PageEnv } from "../middleware/session.ts";
import { callsOf, describe } from "../openapi/describe.ts";
import { documentOf, type OpenApiDocument } from "../openapi/document.ts";
import { renderPage } from "../openapi/page.ts";

/** Mounted at `/api`. `routes` is called once the service has all of them. */
export function descriptionRoutes(routes: () => readonly RouterRoute[], appOrigin: string) {
  let document: OpenApiDocument | undefined;
  const described = () => document ??= documentOf(routes(), appOrigin);
  return new Hono<PageEnv>()
    .get(
      "/openapi.json",
      describe("The service", "This description", { answer: [200, "Description"] }),
      (c) => c.json(described()),
    )
    .get(
      "/docs",
      describe("The service", "This description for people", { answer: [200, "text/html"] }),
      (c) => {
        const theme = getCookie(c, "theme") === "dark" ? "dark" : "light";
        const look = { theme, nonce: c.var.secureHeadersNonce } as const;
        return c.html(renderPage(callsOf(routes()), described(), look));
      },
    );
}
