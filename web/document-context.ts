import type { MemberRecord } from "../events/members/record.ts";
import type { AssetManifest } from "./assets.ts";
import type { Brand } from "./config.ts";
import type { Toast } from "./toasts/toast.ts";
import type { Theme } from "./theme.ts";

export interface SiteLook {
  readonly brand: Brand;
  readonly assets: AssetManifest;
}

export interface DocumentContext {
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
