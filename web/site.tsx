import { Hono } from "hono";
import { assetFiles } from "./assets.ts";
import { accessibilityRoutes } from "./pages/accessibility/route.tsx";
import { addressesRoutes } from "./pages/addresses/route.tsx";
import { askRoutes } from "./pages/ask/route.tsx";
import { checkInboxRoutes } from "./pages/check-inbox/route.tsx";
import { codeRoutes } from "./pages/code/route.tsx";
import { confirmFirst } from "./pages/confirm/confirm-first.tsx";
import { commissioningRoutes, mailedCommissioningRoutes } from "./pages/commissioning/route.tsx";
import { connectionsRoutes } from "./pages/connections/route.tsx";
import { contactsRoutes } from "./pages/contacts/route.tsx";
import { conversationRoutes } from "./pages/conversation/route.tsx";
import { deleteRoutes } from "./pages/delete/route.tsx";
import { directoryRoutes } from "./pages/directory/route.tsx";
import { editProfileRoutes } from "./pages/edit-profile/route.tsx";
import { firstStaffRoutes } from "./pages/first-staff/route.tsx";
import { forgotPasswordRoutes } from "./pages/forgot-password/route.tsx";
import { formsOnly } from "./pages/forms-only.ts";
import { forMembers, routeByState } from "./pages/guard.tsx";
import { homeRoutes } from "./pages/home/route.tsx";
import { mentoringRoutes } from "./pages/mentoring/route.tsx";
import { invitationRoutes } from "./pages/invitation/route.tsx";
import { landingRoutes } from "./pages/landing/route.tsx";
import { mailedLinkRoutes } from "./pages/mailed-link/route.tsx";
import { NotFoundPage } from "./pages/error/view.tsx";
import { ownProfileRoutes } from "./pages/own-profile/route.tsx";
import { personalDataRoutes } from "./pages/personal-data/route.tsx";
import { mailedQuestionRoutes } from "./pages/question/mailed-route.tsx";
import { questionRoutes } from "./pages/question/route.tsx";
import { programRoutes } from "./pages/program/route.tsx";
import { restoreRoutes } from "./pages/restore/route.tsx";
import { privacyRoutes } from "./pages/privacy/route.tsx";
import { profileRoutes } from "./pages/profile/route.tsx";
import { resetPasswordRoutes } from "./pages/reset-password/route.tsx";
import { securityRoutes } from "./pages/security/route.tsx";
import { selectRoleRoutes } from "./pages/select-role/route.tsx";
import { themeRoutes } from "./pages/shell/theme-route.ts";
import { undoAddressRoutes } from "./pages/undo-address/route.tsx";
import { verifyEmailRoutes } from "./pages/verify-email/route.tsx";
import { wellKnownRoutes } from "./pages/shell/well-known.tsx";
import type { MemberEnv, PageEnv, SiteDeps } from "./page-env.ts";
import { pageRenderer } from "./render.tsx";

/**
 * All pages. The session middleware runs first; see `PageEnv` for the values it must set. Errors
 * are passed to the app that mounts this, which shows them with `createErrorPage`.
 */
export function createSite(deps: SiteDeps): Hono<PageEnv> {
  const site = new Hono<PageEnv>();
  site.route("/", assetFiles(deps.assets));
  site.route("/", wellKnownRoutes(deps));
  site.use(pageRenderer(deps));
  const restore = restoreRoutes(deps);
  site.route("/", restore.streamed);
  site.use(formsOnly);
  site.route("/", themeRoutes());
  // Before sessions are read, since the URL of a mailed link is the only permission needed.
  site.route("/", mailedQuestionRoutes(deps));
  site.route("/", mailedLinkRoutes(deps));
  site.route("/", mailedCommissioningRoutes(deps));
  site.use(routeByState(deps));
  site.use(confirmFirst(deps));
  site.route("/", privacyRoutes(deps));
  site.route("/", accessibilityRoutes(deps));
  site.route("/", landingRoutes(deps));
  site.route("/", codeRoutes(deps));
  site.route("/", forgotPasswordRoutes(deps));
  site.route("/", resetPasswordRoutes(deps));
  site.route("/", verifyEmailRoutes(deps));
  site.route("/", undoAddressRoutes(deps));
  site.route("/", invitationRoutes(deps));
  site.route("/", firstStaffRoutes(deps));
  site.route("/", restore.pages);
  site.route("/", selectRoleRoutes(deps));

  // From here on, only members with a role: `c.var.member`.
  const members = new Hono<MemberEnv>();
  members.use(forMembers);
  members.route("/", checkInboxRoutes(deps));
  members.route("/", homeRoutes(deps));
  members.route("/", directoryRoutes(deps));
  members.route("/", profileRoutes(deps));
  members.route("/", connectionsRoutes(deps));
  members.route("/", mentoringRoutes(deps));
  members.route("/", commissioningRoutes(deps));
  members.route("/", contactsRoutes(deps));
  members.route("/", askRoutes(deps));
  members.route("/", questionRoutes(deps));
  members.route("/", conversationRoutes(deps));
  members.route("/", programRoutes(deps));
  members.route("/", ownProfileRoutes(deps));
  members.route("/", editProfileRoutes(deps));
  members.route("/", securityRoutes(deps));
  members.route("/", personalDataRoutes(deps));
  members.route("/", addressesRoutes(deps));
  members.route("/", deleteRoutes(deps));
  members.all("*", (c) => {
    c.status(404);
    return c.render(<NotFoundPage />, { title: "404 Page Not Found" });
  });
  site.route("/", members);
  return site;
}
