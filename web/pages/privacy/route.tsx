import { Hono } from "hono";
import { storedParts } from "../../../api/features/personal-data/stored-parts.ts";
import type { PageEnv, SiteDeps } from "../../page-env.ts";
import { pagePaths } from "../../paths.ts";
import { PrivacyPage } from "./view.tsx";

/** `/privacy`, for everyone: what this installation stores, written from its own settings. */
export function privacyRoutes({ product, config }: SiteDeps): Hono<PageEnv> {
  return new Hono<PageEnv>()
    .get(pagePaths.privacyNotice(), async (c) => {
      const facts = await product.privacy.read();
      const page = <PrivacyPage brand={config} facts={facts} stored={storedParts()} />;
      return await c.render(page, { title: "Privacy" });
    });
}
