import { Hono } from "hono";
import { readTab } from "../../islands/own-profile/tabs.ts";
import type { MemberEnv } from "../../page-env.ts";
import { calls, paths } from "../../paths.ts";
import type { SiteDeps } from "../../site.tsx";
import { NoProfilePage, OwnProfilePage } from "./page.tsx";

/** `/profile`: the viewer's own. */
export function ownProfileRoutes({ product, config }: SiteDeps): Hono<MemberEnv> {
  return new Hono<MemberEnv>().get(paths.profile(), async (c) => {
    const profile = await product.profiles.own(c.var.member.memberId);
    if (profile === undefined) {
      return c.render(<NoProfilePage />, { title: "Create Your Profile" });
    }
    const tab = readTab(c.req.query("tab"));
    return c.render(<OwnProfilePage profile={profile} tab={tab} brand={config} />, {
      title: "My Profile",
      seeds: [[[calls.ownProfile], profile]],
    });
  });
}
