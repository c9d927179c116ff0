import type { AnswerCache } from "../api/answers/answer-cache.ts";
import type { Product } from "../api/product.ts";
import type { AssetManifest } from "./assets.ts";
import type { SiteConfig } from "./config.ts";

export interface SiteDeps {
  readonly product: Product;
  /** Parts of pages that many are shown. */
  readonly answers: AnswerCache;
  readonly config: SiteConfig;
  readonly assets: AssetManifest;
}
