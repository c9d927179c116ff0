import type { Product } from "../api/product.ts";
import type { AssetManifest } from "./assets.ts";
import type { SiteConfig } from "./config.ts";

export interface SiteDeps {
  readonly product: Product;
  readonly config: SiteConfig;
  readonly assets: AssetManifest;
}
