import type { AnswerCache } from "../api/answers/answer-cache.ts";
import type { PageEnv } from "../api/http/middleware/session.ts";
import type { Product } from "../api/product.ts";
import type { MemberRecord } from "../events/members/record.ts";
import type { Role } from "../events/vocabulary.ts";
import type { AssetManifest } from "./assets.ts";
import type { SiteConfig } from "./config.ts";

export type { PageEnv } from "../api/http/middleware/session.ts";

/** Dependencies of page routes. */
export interface SiteDeps {
  readonly product: Product;
  /** Cached parts of pages that many viewers share. */
  readonly answers: AnswerCache;
  readonly config: SiteConfig;
  readonly assets: AssetManifest;
}

/** A member who has chosen a role. */
export type Member = MemberRecord & { readonly role: Role };

/** Environment of routes that only members with a role reach; see `pages/guard.tsx`. */
export interface MemberEnv extends PageEnv {
  Variables: PageEnv["Variables"] & { member: Member };
}
