/**
 * The whole HTML of a page: head, shell, content, and the scripts that its islands need.
 *
 * @module
 */
import { LRUCache } from "lru-cache";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { MarkupStore } from "../api/product.ts";
import type { MemberRecord } from "../events/members/record.ts";
import { isStaff } from "../events/program/admission.ts";
import { brandStyle } from "./brand-style.ts";
import { type Brand, createBrandReader, defaultColor, iconOf, siteName } from "./config.ts";
import type { DocumentContext, SiteLook } from "./document-context.ts";
import { earlyLoadScript } from "./hydration/early-load.ts";
import { earlyScriptedScript } from "./hydration/early-scripted.ts";
import { earlyPressScript } from "./hydration/early-press.ts";
import { earlyTransitionScript, earlyTransitionStyle } from "./hydration/early-transition.ts";
import { createFrame, type Filling, type Frame, slot } from "./frame.ts";
import type { Seed } from "./hydration/query-client.ts";
import type { IslandName } from "./islands/registry.ts";
import { escapeText, jsonForScript, markup } from "./markup.ts";
import { type PagePart, renderPart } from "./page-part.tsx";
import { FlashToast } from "./pages/shell/flash-toast.tsx";
import { destinations } from "./pages/shell/header.tsx";
import { Shell, ShellPlace } from "./pages/shell/shell.tsx";
import { UserMenu } from "./pages/shell/user-menu.tsx";
import { calls, pagePaths } from "./paths.ts";
import { earlyThemeScript } from "./theme.ts";
import { ownUser } from "./user.ts";

/** Page options: the second argument of `c.render`. */
export interface PageOptions {
  /** Without the site's name; the site's name alone, where there is none. */
  readonly title?: string;
  /** Seeds of the islands' query client, by query key. The signed-in user is added to every page. */
  readonly seeds?: readonly Seed[];
  /** Has a secret in it, such as the token of a mailed link: no browser may store the page. */
  readonly isSecret?: boolean;
  /** Caches the rendered content, for everybody whose page has the same props and seeds. */
  readonly cache?: PageCache;
  /** Redirect after some seconds, by a `meta` element: it needs no script. */
  readonly refresh?: { readonly seconds: number; readonly to: string };
}

/** How a page's content is cached. The key is the component with all of its props, which must be JSON. */
export interface PageCache {
  /** Whether its islands read who is signed in; otherwise they cannot. */
  readonly isOwn?: boolean;
  /** Whether no two viewers share an entry: how soon a page comes would tell that somebody else looked. */
  readonly isPerViewer?: boolean;
  /** Whether it shows no member, so that it outlives members' changes. */
  readonly isPublic?: boolean;
}

/** Inline scripts of the head, which cannot wait for the entry script. */
const earlyScripts = [
  earlyScriptedScript,
  earlyThemeScript,
  earlyLoadScript,
  earlyPressScript,
  earlyTransitionScript,
].join(";");

/** What is the same for all pages that have one frame. */
interface FrameContext extends SiteLook, Pick<DocumentContext, "theme"> {
  readonly isSignedIn: boolean;
  readonly hasNavigation: boolean;
  /** The destination that the page is, if it is one. */
  readonly here: string | undefined;
  readonly hasNonce: boolean;
  readonly hasSeeds: boolean;
  readonly starting: readonly IslandName[];
  readonly edges: readonly string[];
}

/** As many as a site has are a few dozen; an address cannot make one. */
const keptFrames = 500;

/** Renders whole pages of a site, around the part that is a page's own. */
export function createDocuments(site: SiteLook) {
  const { assets } = site;
  const brandNow = createBrandReader(site.brand);
  // Everything that is made of a brand goes with it.
  const made = new WeakMap<Brand, MadeOfBrand>();
  const viewers = new WeakMap<MemberRecord, ViewerParts>();

  function madeOf(brand: Brand): MadeOfBrand {
    const known = made.get(brand);
    if (known !== undefined) return known;
    const empty: MadeOfBrand = {
      frames: new LRUCache<string, Frame>({ max: keptFrames }),
      pages: new WeakMap(),
    };
    made.set(brand, empty);
    return empty;
  }

  function frameOf(brand: Brand, context: Omit<FrameContext, "assets" | "brand">): Frame {
    const { frames } = madeOf(brand);
    const key = JSON.stringify(context);
    const known = frames.get(key);
    if (known !== undefined) return known;
    const frame = createFrame(renderFrame({ ...context, brand, assets }));
    frames.set(key, frame);
    return frame;
  }

  /** They are rendered once for each record: one that has changed is another object. */
  function partsOf(viewer: MemberRecord, waiting: number): ViewerParts {
    const known = viewers.get(viewer);
    if (known?.waiting === waiting) return known;
    const user = [userSeed(viewer)];
    const parts = {
      waiting,
      menu: renderPart(
        <UserMenu
          firstName={viewer.firstName}
          lastName={viewer.lastName}
          profileImageUrl={viewer.profileImageUrl}
          waiting={waiting}
          isStaff={isStaff(viewer)}
        />,
      ).html,
      user: encode(jsonForScript(user).slice(1, -1)),
    };
    viewers.set(viewer, parts);
    return parts;
  }

  return (part: PagePart, options: PageOptions, context: DocumentContext) => {
    const brand = brandNow();
    const { pages } = madeOf(brand);
    const key = options.cache?.isPublic && context.viewer === undefined
      ? publicKey(options, context)
      : undefined;
    const known = key === undefined ? undefined : pages.get(part);
    if (known !== undefined && known.key === key) return again(known, context);
    const { viewer, waiting, path, address, theme, toast, nonce } = context;
    const own = viewer && partsOf(viewer, waiting);
    const hasNavigation = viewer?.role != null;
    const frame = frameOf(brand, {
      isSignedIn: viewer !== undefined,
      hasNavigation,
      here: destinations.find(({ href }) => href === path)?.href,
      theme,
      hasNonce: nonce !== undefined,
      hasSeeds: part.seeds.byteLength > 0,
      starting: part.starting,
      edges: hasNavigation ? ["shell-nav", ...part.edges] : part.edges,
    });
    const filling: Filling = {
      nonce: encode(nonce ?? ""),
      member: encode(escapeText(viewer?.memberId ?? "")),
      title: encode(escapeText(titleOf(options, brand))),
      refresh: encode(refreshTag(options)),
      address: encode(escapeText(address)),
      menu: own?.menu ?? nothing,
      content: part.html,
      toast: toast === undefined ? nothing : renderPart(<FlashToast toast={toast} />).html,
      user: own?.user ?? nothing,
      seeds: part.seeds,
    };
    const html = frame.fill(filling);
    if (key !== undefined) {
      pages.set(part, { key, html, noncesAt: frame.placesOf("nonce", filling) });
    }
    return html;
  };
}

interface MadeOfBrand {
  readonly frames: LRUCache<string, Frame>;
  /** Whole public pages, by their content. */
  readonly pages: WeakMap<PagePart, WholePage>;
}

/** What of a request shows on a public page beside its content. */
function publicKey(
  { title, refresh }: PageOptions,
  { address, theme, toast, nonce }: DocumentContext,
): string {
  return JSON.stringify([title, refresh, address, theme, toast, nonce?.length]);
}

/** A public page as it was last: the next one with the same key has another nonce, of the same length. */
interface WholePage {
  readonly key: string;
  readonly html: Uint8Array<ArrayBuffer>;
  readonly noncesAt: readonly number[];
}

function again({ html, noncesAt }: WholePage, { nonce }: DocumentContext): Uint8Array<ArrayBuffer> {
  const page = html.slice();
  const bytes = encode(nonce ?? "");
  for (const at of noncesAt) page.set(bytes, at);
  return page;
}

/** What pages say of the signed-in user. */
interface ViewerParts {
  readonly waiting: number;
  readonly menu: Uint8Array;
  readonly user: Uint8Array;
}

const encoder = new TextEncoder();
const nothing = new Uint8Array();
const encode = (text: string) => text === "" ? nothing : encoder.encode(text);

/** What every page of a signed-in user seeds. */
export const userSeed = (viewer: MemberRecord): Seed => [[calls.user], ownUser(viewer)];

function refreshTag({ refresh }: PageOptions): string {
  if (refresh === undefined) return "";
  const content = `${refresh.seconds};url=${refresh.to}`;
  return renderToStaticMarkup(<meta httpEquiv="refresh" content={content} />);
}

function renderFrame(context: FrameContext): string {
  const body = renderToStaticMarkup(
    <Shell
      {...context}
      address={slot("address")}
      menu={context.isSignedIn && slot("menu")}
      toast={slot("toast")}
    >
      {slot("content")}
    </Shell>,
  );
  return `<!doctype html>${renderToStaticMarkup(<Document {...context} body={body} />)}`;
}

/**
 * Renders a page's content as it stands in the shell: React counts identifiers by the place in the tree.
 */
export function renderContent(
  content: ReactNode,
  seeds?: readonly Seed[],
  known?: readonly Seed[],
  markup?: MarkupStore,
): PagePart {
  return renderPart(<ShellPlace>{content}</ShellPlace>, seeds, known, markup);
}

interface DocumentProps extends FrameContext {
  readonly body: string;
}

function Document(props: DocumentProps) {
  const { brand, isSignedIn, assets, theme, hasNonce, hasSeeds, starting, edges, body } = props;
  const nonce = hasNonce ? slot("nonce") : undefined;
  const seeds = [...isSignedIn ? [slot("user")] : [], ...hasSeeds ? [slot("seeds")] : []];
  const icon = iconOf(brand);
  const preloads = new Set(starting.flatMap((name) => assets.scriptsOf(name)));
  return (
    // What the Theme component of @radix-ui/themes would set; it need not ship for its tokens.
    <html
      lang="en"
      data-member={isSignedIn ? slot("member") : undefined}
      className={theme === "dark" ? "radix-themes dark" : "radix-themes"}
      data-is-root-theme="true"
      data-accent-color="purple"
      data-gray-color="mauve"
      data-has-background="true"
      data-panel-background="solid"
      data-radius="large"
      data-scaling="100%"
      data-edges={edges.join(" ")}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{slot("title")}</title>
        {!isSignedIn && (
          <>
            <meta name="description" content={description(brand)} />
            <meta property="og:type" content="website" />
            <meta property="og:site_name" content={siteName(brand)} />
            <meta property="og:title" content={slot("title")} />
            <meta property="og:description" content={description(brand)} />
            <link rel="apple-touch-icon" href={pagePaths.touchIcon()} />
            <link rel="icon" type="image/png" sizes="32x32" href={pagePaths.pngIcon(32)} />
          </>
        )}
        <meta name="theme-color" content={brand.brandColor ?? defaultColor} />
        <meta name="color-scheme" content="light dark" />
        <script nonce={nonce} {...markup(earlyScripts)} />
        <style nonce={nonce} {...markup(earlyTransitionStyle)} />
        {assets.fonts.map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="" />
        ))}
        {assets.stylesheets.map((href) => <link key={href} rel="stylesheet" href={href} />)}
        {brand.brandColor && <style nonce={nonce} {...markup(brandStyle(brand.brandColor))} />}
        <link rel="icon" type={icon.type} href={icon.src} />
        <link rel="manifest" href={pagePaths.manifest()} />
        {slot("refresh")}
        {assets.inlineScript && <meta property="csp-nonce" nonce={nonce} />}
        {assets.inlineScript && (
          <script
            type="module"
            nonce={nonce}
            {...markup(assets.inlineScript)}
          />
        )}
        {assets.scripts.map((src) => <script key={src} type="module" nonce={nonce} src={src} />)}
        {[...preloads].map((href) => <link key={href} rel="modulepreload" href={href} />)}
      </head>
      <body>
        <div className="page" {...markup(body)} />
        {seeds.length > 0 && (
          <script
            id="seeds"
            type="application/json"
            {...markup(`[${seeds.join()}]`)}
          />
        )}
      </body>
    </html>
  );
}

function titleOf({ title }: PageOptions, brand: Brand): string {
  return title === undefined ? siteName(brand) : `${title} | ${siteName(brand)}`;
}

function description({ programName, universityName }: Brand): string {
  return `A privacy-first mentorship platform that connects ${programName} Army ROTC cadets with ` +
    `alumni and cadre of ${universityName}.`;
}
