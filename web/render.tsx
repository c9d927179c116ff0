import type { Context, MiddlewareHandler } from "hono";
import { getCookie } from "hono/cookie";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ReactNode } from "react";
import type { MemberRecord } from "../events/members/record.ts";
import type { AssetManifest } from "./assets.ts";
import type { SiteConfig } from "./config.ts";
import { type PageOptions, renderDocument } from "./document.tsx";
import { takeFlash } from "./flash.ts";
import { ErrorPage } from "./pages/error/page.tsx";
import { NotFoundPage } from "./pages/not-found/page.tsx";
import type { PageEnv } from "./page-env.ts";
import { addressToReturnTo, calls } from "./paths.ts";
import type { SiteDeps } from "./site-deps.ts";
import { ownUser } from "./user.ts";

/** `c.render(<Page />, { title })` answers with a whole page; see `PageOptions`. */
declare module "hono" {
  interface ContextRenderer {
    (content: ReactNode, options: PageOptions): Response | Promise<Response>;
  }
}

interface Look {
  readonly config: SiteConfig;
  readonly assets: AssetManifest;
}

/** Makes `c.render` answer with pages of this site. */
export function pageRenderer(
  { product, ...look }: Look & Pick<SiteDeps, "product">,
): MiddlewareHandler<PageEnv> {
  const waitingOf = async (viewer: MemberRecord | undefined) =>
    viewer?.role == null ? 0 : (await product.connections.list(viewer.memberId)).waiting.length;
  return async (c, next) => {
    c.setRenderer(async (content, options) =>
      answer(c, look, content, options, await waitingOf(c.var.viewer))
    );
    await next();
  };
}

/** How a problem is shown to people: for what went wrong outside the pages' own routes, too. */
export function createErrorPage(look: Look) {
  return (c: Context<PageEnv>, status: number, message: string): Response => {
    c.status(status as ContentfulStatusCode);
    return status === 404
      ? answer(c, look, <NotFoundPage />, { title: "404 Page Not Found" }, 0)
      : answer(c, look, <ErrorPage message={message} />, { title: "Something went wrong" }, 0);
  };
}

function answer(
  c: Context<PageEnv>,
  { config, assets }: Look,
  content: ReactNode,
  options: PageOptions,
  waiting: number,
) {
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
    waiting,
    path: url.pathname,
    address: addressToReturnTo(url),
    theme: getCookie(c, "theme") === "dark" ? "dark" : "light",
    toast: takeFlash(c),
    nonce: c.get("secureHeadersNonce"),
  });
  // Without `no-store` a page comes back at once when someone goes back to it; who is signed in
  // must not find the pages of who was before.
  const isKept = viewer === undefined && !options.isSecret;
  c.header("Cache-Control", isKept ? "private, no-cache" : "private, no-store");
  return c.html(html);
}
