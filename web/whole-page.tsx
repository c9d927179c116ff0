import { LRUCache } from "lru-cache";
import { renderToStaticMarkup } from "react-dom/server";
import type { MemberRecord } from "../events/members/record.ts";
import { isStaff } from "../events/program/admission.ts";
import { siteName } from "../api/mail/templates/letterhead.ts";
import type { Brand } from "./config.ts";
import { type FrameContext, renderFrame, type SiteLook } from "./document.tsx";
import { Frame } from "./frame.ts";
import type { Seed } from "./hydration/query-client.ts";
import { escapeText } from "./markup.ts";
import { type PagePart, renderPart } from "./page-part.tsx";
import { destinations, FlashToast } from "./pages/shell/shell.tsx";
import { menuTexts } from "./pages/shell/user-menu.tsx";
import type { Theme } from "./theme.ts";
import type { Toast } from "./toasts/toast.ts";

export interface PageOptions {
  /** Title without the site's name; only the site's name by default. */
  readonly title?: string;
  /** Answers that its islands need not fetch, by query key. */
  readonly seeds?: readonly Seed[];
  /** How many of the viewer's connections are waiting for them, where the page has read these; counted otherwise. */
  readonly waiting?: number;
  /** Whether the page contains a secret, such as a mailed link's token, so that browsers must not store it. */
  readonly isSecret?: boolean;
  /**
   * Parts that stick to an edge of the window: focused elements scroll clear of them. They are named here
   * since `html:has(…)` would be evaluated again whenever anything in the page changes.
   */
  readonly edges?: readonly string[];
  /** Redirect after some seconds: by script, which leaves nothing to go back to, or else by a `meta` element. */
  readonly refresh?: {
    readonly seconds: number;
    readonly to: string;
    /** For browsers without script alone: script follows what happens itself. */
    readonly isScriptless?: boolean;
  };
}

/** What a request adds to its page. */
interface RequestContext {
  readonly viewer: MemberRecord | undefined;
  /** How many of the viewer's connections are waiting for them. */
  readonly waiting: number;
  /** Path of the request, for the navigation's highlight. */
  readonly path: string;
  /** Path with query that site-wide forms, such as the theme toggle, return to. */
  readonly address: string;
  readonly theme: Theme;
  readonly toast: Toast | undefined;
  readonly nonce: string | undefined;
}

const encoder = new TextEncoder();
const nothing = new Uint8Array();
const encode = (text: string) => text === "" ? nothing : encoder.encode(text);

/** Upper bound on cached frames: a site has a few dozen, and addresses can't add more. */
const mostFrames = 500;

export class WholePages {
  /** Cache frames, which have no member's data: rendering one takes a third of the time of a page. */
  readonly #frames = new LRUCache<string, Frame>({ max: mostFrames });

  constructor(readonly site: SiteLook) {}

  page(
    part: PagePart,
    options: PageOptions,
    { viewer, waiting, path, address, theme, toast, nonce }: RequestContext,
  ): Uint8Array<ArrayBuffer> {
    const hasNavigation = viewer?.role != null;
    const menu = viewer && menuTexts(viewer, waiting);
    const frame = this.#frameOf({
      isSignedIn: viewer !== undefined,
      isStaff: viewer !== undefined && isStaff(viewer),
      hasPicture: menu?.picture != null,
      hasNavigation,
      here: destinations.find(({ href }) => href === path)?.href,
      theme,
      hasNonce: nonce !== undefined,
      hasSeeds: part.seeds.byteLength > 0,
      starting: part.starting,
      edges: [...hasNavigation ? ["shell-nav"] : [], ...options.edges ?? []],
    });
    return frame.fill({
      nonce: encode(nonce ?? ""),
      member: encode(escapeText(viewer?.memberId ?? "")),
      title: encode(escapeText(titleOf(options, this.site.brand))),
      refresh: encode(refreshTag(options)),
      address: encode(escapeText(address)),
      name: encode(escapeText(menu?.name ?? "")),
      initials: encode(escapeText(menu?.initials ?? "")),
      picture: encode(escapeText(menu?.picture ?? "")),
      waiting: encode(menu?.waiting ?? ""),
      content: part.html,
      toast: toast === undefined ? nothing : renderPart(<FlashToast toast={toast} />).html,
      seeds: part.seeds,
    });
  }

  #frameOf(context: Omit<FrameContext, keyof SiteLook>): Frame {
    const { programName, universityName, supportEmail, brandColor, logo } = this.site.brand;
    const brand = { programName, universityName, supportEmail, brandColor, logo };
    const key = JSON.stringify([context, brand]);
    let frame = this.#frames.get(key);
    if (frame === undefined) {
      frame = new Frame(renderFrame({ ...context, brand, assets: this.site.assets }));
      this.#frames.set(key, frame);
    }
    return frame;
  }
}

function refreshTag({ refresh }: PageOptions): string {
  if (refresh === undefined) return "";
  const content = `${refresh.seconds};url=${refresh.to}`;
  return renderToStaticMarkup(
    <>
      <noscript>
        <meta httpEquiv="refresh" content={content} />
      </noscript>
      {!refresh.isScriptless && <meta name="goes-on" content={content} />}
    </>,
  );
}

function titleOf({ title }: PageOptions, brand: Brand): string {
  return title === undefined ? siteName(brand) : `${title} | ${siteName(brand)}`;
}
