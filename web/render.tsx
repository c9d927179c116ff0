import type { Context, MiddlewareHandler } from "hono";
import { getCookie } from "hono/cookie";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { LRUCache } from "lru-cache";
import { type FunctionComponent, isValidElement, type ReactElement, type ReactNode } from "react";
import type { MemberRecord } from "../events/members/record.ts";
import type { AssetManifest } from "./assets.ts";
import type { SiteConfig } from "./config.ts";
import { createDocuments, type PageOptions, renderContent, userSeed } from "./document.tsx";
import { takeFlash } from "./flash.ts";
import type { PagePart } from "./page-part.tsx";
import { ErrorPage } from "./pages/error/page.tsx";
import { NotFoundPage } from "./pages/not-found/page.tsx";
import type { PageEnv } from "./page-env.ts";
import { addressToReturnTo } from "./paths.ts";
import type { SiteDeps } from "./site-deps.ts";

/** `c.render(<Page />, { title })` answers with a whole page; see `PageOptions`. */
declare module "hono" {
  interface ContextRenderer {
    /** @param content A part that is rendered already, or what is to be rendered. */
    (content: ReactNode | PagePart, options: PageOptions): Response | Promise<Response>;
  }
}

interface Look {
  readonly config: SiteConfig;
  readonly assets: AssetManifest;
}

/** Upper bound on cached public pages: there are fewer forms of the landing page. */
const mostPublicParts = 20;

/** Makes `c.render` answer with pages of this site. */
export function pageRenderer(
  { product, ...look }: Look & Pick<SiteDeps, "product">,
): MiddlewareHandler<PageEnv> {
  const answer = createAnswer(look);
  const publicParts = new LRUCache<string, PagePart>({ max: mostPublicParts });
  const waitingOf = async (viewer: MemberRecord | undefined) =>
    viewer?.role == null ? 0 : (await product.connections.list(viewer.memberId)).waiting.length;

  async function partOf(
    viewer: MemberRecord | undefined,
    content: ReactNode | PagePart,
    { seeds = [], cache }: PageOptions,
  ): Promise<PagePart> {
    if (isPart(content)) return content;
    const known = viewer && (cache === undefined || cache.isOwn) ? [userSeed(viewer)] : [];
    const render = () => renderContent(content, seeds, known);
    if (cache === undefined) return render();
    if (!isValidElement<object>(content) || typeof content.type !== "function") {
      throw new TypeError("Only a component with props can be cached");
    }
    const viewerId = cache.isPerViewer ? viewer?.memberId : undefined;
    const key = cacheKey(content, [seeds, known, viewerId]);
    const renderChecked = () => {
      requireJson(content.props);
      return render();
    };
    if (!cache.isPublic) return await product.pages.kept(key, renderChecked);
    const part = publicParts.get(key) ?? renderChecked();
    publicParts.set(key, part);
    return part;
  }

  return async (c, next) => {
    c.setRenderer(async (content, options) => {
      const viewer = c.get("viewer");
      const [part, waiting] = await Promise.all([
        partOf(viewer, content, options),
        waitingOf(viewer),
      ]);
      return answer(c, part, options, waiting);
    });
    await next();
  };
}

/** How a problem is shown to people: for what went wrong outside the pages' own routes, too. */
export function createErrorPage(look: Look) {
  const answer = createAnswer(look);
  return (c: Context<PageEnv>, status: number, message: string): Response => {
    c.status(status as ContentfulStatusCode);
    const viewer = c.get("viewer");
    const known = viewer ? [userSeed(viewer)] : [];
    return status === 404
      ? answer(c, renderContent(<NotFoundPage />, [], known), { title: "404 Page Not Found" }, 0)
      : answer(c, renderContent(<ErrorPage message={message} />, [], known), {
        title: "Something went wrong",
      }, 0);
  };
}

function createAnswer({ config, assets }: Look) {
  const documentOf = createDocuments({ brand: config, assets });
  return (c: Context<PageEnv>, part: PagePart, options: PageOptions, waiting: number): Response => {
    const viewer = c.get("viewer");
    const url = new URL(c.req.url);
    const html = documentOf(part, options, {
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
    return c.body(html, undefined, {
      ...c.get("pageHeaders"),
      ...htmlHeaders,
      "Cache-Control": isKept ? "private, no-cache" : "private, no-store",
    });
  };
}

// With `Vary`, compression has no header to add, for which it would make the answer again.
const htmlHeaders = { "Content-Type": "text/html; charset=UTF-8", "Vary": "Accept-Encoding" };

/** The component and all of its props, so that a page is only reused for exactly what it was rendered from. */
function cacheKey({ type, props }: ReactElement<object>, beside: readonly unknown[]): string {
  return JSON.stringify([(type as FunctionComponent).name, props, ...beside]);
}

/**
 * Checks the props of a cached page before it is rendered: each key is rendered once, so none is reused unchecked.
 *
 * @throws {TypeError} For a prop that is not JSON: it would be missing in the key.
 */
function requireJson(props: object): void {
  JSON.stringify(props, (name, value) => {
    if (typeof value === "function" || typeof value === "symbol" || isValidElement(value)) {
      throw new TypeError(`The prop "${name}" of a cached page is not JSON`);
    }
    return value;
  });
}

function isPart(content: ReactNode | PagePart): content is PagePart {
  return typeof content === "object" && content !== null && "html" in content;
}
