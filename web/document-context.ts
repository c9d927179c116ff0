import type { MemberRecord } from "../events/members/record.ts";
import type { AssetManifest } from "./assets.ts";
import type { Brand } from "./config.ts";
import type { Toast } from "./toasts/toast.ts";
import type { Theme } from "./theme.ts";

/** What all pages of a site have. */
export interface SiteLook {
  readonly brand: Brand;
  readonly assets: AssetManifest;
}

/** What a request says of the page that answers it. */
export interface DocumentContext {
  readonly viewer: MemberRecord | undefined;
  /** How many of the viewer's connections wait for them. */
  readonly waiting: number;
  /** Path of the request, for the navigation's highlight. */
  readonly path: string;
  /** Where a form that is about the whole site returns to: the path with its query. */
  readonly address: string;
  readonly theme: Theme;
  /** A toast from the page before. */
  readonly toast: Toast | undefined;
  readonly nonce: string | undefined;
}
