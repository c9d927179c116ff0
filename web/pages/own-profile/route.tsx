import { Hono } from "hono";
import { toProblem } from "../../../api/problems.ts";
import { readTab } from "../../islands/own-profile/tabs.ts";
import type { MemberEnv } from "../../page-env.ts";
import { calls, paths } from "../../paths.ts";
import type { SiteDeps } from "../../site-deps.ts";
import { NoProfilePage, OwnProfilePage } from "./page.tsx";
import { HiddenPreviewPage, PreviewPage } from "./preview.tsx";

/** Someone who is signed in and is not the owner, whoever that is: no member has this id. */
const anotherMember = { memberId: "another-member" };

/** `/profile`: the viewer's own; and how it looks to others. */
export function ownProfileRoutes({ product, config }: SiteDeps): Hono<MemberEnv> {
  return new Hono<MemberEnv>()
    .get(paths.profile(), async (c) => {
      const { member } = c.var;
      const profile = await product.profiles.own(member.memberId);
      if (profile === undefined) {
        return c.render(<NoProfilePage account={member} />, { title: "Create Your Profile" });
      }
      const tab = readTab(c.req.query("tab"));
      return c.render(
        <OwnProfilePage profile={profile} tab={tab} brand={config} account={member} />,
        { title: "My Profile", seeds: [[[calls.ownProfile], profile]] },
      );
    })
    .get(paths.previewProfile(), async (c) => {
      const title = "Preview of My Profile";
      try {
        // The very question that another member's request asks: it cannot show more or less, but is recorded
        // nowhere.
        const { memberId } = c.var.member;
        const profile = await product.profiles.preview(anotherMember, memberId);
        const takesRequests = await product.connections.takesRequests(memberId);
        const page = <PreviewPage profile={profile} takesRequests={takesRequests} />;
        return await c.render(page, { title });
      } catch (error) {
        const problem = toProblem(error);
        if (problem?.status === 404) return c.redirect(paths.profile(), 303);
        if (problem?.status !== 403) throw error;
        return await c.render(<HiddenPreviewPage message={problem.message} />, { title });
      }
    });
}
