import type { Context, MiddlewareHandler } from "hono";
import { getCookie } from "hono/cookie";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ReactNode } from "react";
import { takeFlash } from "./flash.ts";
import { PagePart, renderPart } from "./page-part.tsx";
import { ErrorPage, NotFoundPage } from "./pages/error/view.tsx";
import type { PageEnv, SiteDeps } from "./page-env.ts";
import { addressToReturnTo } from "./paths.ts";
import { type PageOptions, WholePages } from "./whole-page.tsx";

/** `c.render(<Page />, { title })` answers with a whole page; see `PageOptions`. */
declare module "hono" {
  interface ContextRenderer {
    /** @param content A rendered part, or an element to render. */
    (content: ReactNode | PagePart, options: PageOptions): Response | Promise<Response>;
  }
}

export function pageRenderer({ product, config, assets }: SiteDeps): MiddlewareHandler<PageEnv> {
  const pages = new WholePages({ brand: config, assets });
  return (c, next) => {
    c.setRenderer(async (content, options) => {
      const viewer = c.get("viewer");
      const waiting = options.waiting ??
        (viewer?.role == null
          ? 0
          : (await product.conversations.list(viewer.memberId)).waiting.length);
      return answer(c, pages, content, options, waiting);
    });
    return next();
  };
}

/** Shows an error as a page, also for errors outside of the pages' own routes. */
export function createErrorPage({ config, assets }: Pick<SiteDeps, "config" | "assets">) {
  const pages = new WholePages({ brand: config, assets });
  return (c: Context<PageEnv>, status: number, message: string): Response => {
    c.status(status as ContentfulStatusCode);
    return status === 404
      ? answer(c, pages, <NotFoundPage />, { title: "404 Page Not Found" })
      : answer(c, pages, <ErrorPage message={message} />, { title: "Something went wrong" });
  };
}

function answer(
  c: Context<PageEnv>,
  pages: WholePages,
  content: ReactNode | PagePart,
  options: PageOptions,
  waiting = 0,
): Response {
  const viewer = c.get("viewer");
  const url = new URL(c.req.url);
  const part = content instanceof PagePart ? content : renderPart(content, options.seeds);
  const html = pages.page(part, options, {
    viewer,
    waiting,
    path: url.pathname,
    address: addressToReturnTo(url),
    theme: getCookie(c, "theme") === "dark" ? "dark" : "light",
    toast: takeFlash(c),
    nonce: c.get("secureHeadersNonce"),
  });
  // Without `no-store`, going back to a page would show it immediately, and a signed-in person must
  // not find the pages of the previous one.
  const mayBeStored = viewer === undefined && !options.isSecret;
  return c.body(html, undefined, {
    ...htmlHeaders,
    "Cache-Control": mayBeStored ? "private, no-cache" : "private, no-store",
  });
}

// With `Vary` set here, compression has no header to add, for which it would copy the answer.
const htmlHeaders = { "Content-Type": "text/html; charset=UTF-8", "Vary": "Accept-Encoding" };
