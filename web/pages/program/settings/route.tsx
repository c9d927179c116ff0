import { type Context, Hono } from "hono";
import type { MemberEnv } from "../../../page-env.ts";
import { pagePaths } from "../../../paths.ts";
import type { SiteDeps } from "../../../site-deps.ts";
import { brandRoutes } from "./brand/route.tsx";
import { type SentSettings, SettingsPage } from "./page.tsx";
import { saveSettings } from "./save.ts";

/** `/program/settings`, for staff. */
export function settingsRoutes(deps: SiteDeps): Hono<MemberEnv> {
  const { product: { settings }, config } = deps;
  async function show(c: Context<MemberEnv>, sent?: SentSettings) {
    const view = await settings.view(c.var.member.memberId);
    return c.render(
      <SettingsPage
        settings={view}
        brand={settings.brand()}
        admits={config.admission.by}
        sent={sent}
        now={config.now()}
      />,
      { title: "Settings" },
    );
  }

  return new Hono<MemberEnv>()
    .get(pagePaths.programSettings(), (c) => show(c))
    .post(
      pagePaths.programSettings(),
      (c) => saveSettings(c, deps, pagePaths.programSettings(), (sent) => show(c, sent)),
    )
    .route("/", brandRoutes(deps));
}
