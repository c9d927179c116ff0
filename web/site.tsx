/**
 * The pages: which route shows what, to whom, and what is shown when something goes wrong.
 *
 * @module
 */
import { type Context, Hono } from "hono";
import { getCookie } from "hono/cookie";
import type { ReactNode } from "react";
import type { Product } from "../api/product.ts";
import { assetFiles } from "./asset-files.ts";
import type { AssetManifest } from "./assets.ts";
import type { SiteConfig } from "./config.ts";
import { type PageOptions, renderDocument } from "./document.tsx";
import { calls } from "./paths.ts";
import { accountRoutes } from "./pages/account.tsx";
import { ErrorPage } from "./pages/error/page.tsx";
import { forMembers, routeByState } from "./pages/guard.tsx";
import { homeRoutes } from "./pages/home/route.tsx";
import { NotFoundPage } from "./pages/not-found/page.tsx";
import { themeRoutes } from "./pages/shell/theme-route.ts";
import type { MemberEnv, PageEnv } from "./page-env.ts";
import { ownUser } from "./user.ts";

/** `c.render(<Page />, { title })` answers with a whole page; see `PageOptions`. */
declare module "hono" {
  interface ContextRenderer {
    (content: ReactNode, options: PageOptions): Response | Promise<Response>;
  }
}

export interface SiteDeps {
  readonly product: Product;
  readonly config: SiteConfig;
  readonly assets: AssetManifest;
}

/** All pages. The session middleware runs before; see `PageEnv` for what it must have set. */
export function createSite(deps: SiteDeps): Hono<PageEnv> {
  const site = new Hono<PageEnv>();
  site.route("/", assetFiles(deps.assets));
  site.use(pageRenderer(deps));
  site.onError((error, c) => {
    console.error(`Request ${c.var.requestId} failed`, error);
    c.status(500);
    return c.render(<ErrorPage requestId={c.var.requestId} />, { title: "Error" });
  });

  site.route("/", themeRoutes());
  site.use(routeByState(deps));
  site.route("/", accountRoutes(deps));

  // From here on there are only members who have a role: `c.var.member`.
  const members = new Hono<MemberEnv>();
  members.use(forMembers());
  members.route("/", homeRoutes(deps));
  members.all("*", (c) => {
    c.status(404);
    return c.render(<NotFoundPage />, { title: "404 Page Not Found" });
  });
  site.route("/", members);
  return site;
}

function pageRenderer({ config, assets }: SiteDeps) {
  return async (c: Context<PageEnv>, next: () => Promise<void>) => {
    c.setRenderer((content, options) => {
      const { viewer } = c.var;
      const url = new URL(c.req.url);
      const html = renderDocument(content, {
        ...options,
        seeds: [
          ...(viewer ? [[[calls.user], ownUser(viewer)] as const] : []),
          ...(options.seeds ?? []),
        ],
      }, {
        brand: config,
        assets,
        viewer,
        path: url.pathname,
        address: url.pathname + url.search,
        theme: getCookie(c, "theme") === "dark" ? "dark" : "light",
        nonce: c.get("secureHeadersNonce"),
      });
      c.header("Cache-Control", viewer ? "private, no-store" : "private, no-cache");
      return c.html(html);
    });
    await next();
  };
}
