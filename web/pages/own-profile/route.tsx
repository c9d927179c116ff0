import { Heading, Text } from "@radix-ui/themes";
import { type Context, Hono } from "hono";
import { SelectRole } from "../../../api/contract/account.ts";
import { toProblem } from "../../../api/http/problems.ts";
import { isNothing, openOffer } from "../../../events/invitations/offer.ts";
import { publicUser } from "../../../events/members/privacy.ts";
import type { FormState } from "../../forms/form-state.ts";
import { confirmedSince } from "../../islands/profile/display.ts";
import { keyOf } from "../../hydration/query-client.ts";
import type { MemberEnv, SiteDeps } from "../../page-env.ts";
import { calls, pagePaths, paths } from "../../paths.ts";
import { checked, readTexts, runForm } from "../form.ts";
import { NoProfilePage, OwnProfilePage } from "./view.tsx";
import { unconfirmedAddress } from "./confirm-email.tsx";
import { askStateOf, isMentor } from "../mentoring/ask-state.tsx";
import { mostHelpful } from "./missing.ts";
import { needsConfirmation } from "../../../events/members/program-mails.ts";
import { isAdmitted } from "../../../events/program/admission.ts";
import type { ReactNode } from "react";
import { ButtonLink } from "../../ui/button-link.tsx";
import { EyeIcon, EyeOffIcon } from "../../ui/icons.tsx";
import { ProfilePage } from "../profile/view.tsx";
import { visibilityWords } from "../../islands/profile/shared-switches.ts";

/** A signed-in viewer who is not the owner: no member has this id. */
const anotherMember = { memberId: "another-member", admission: null };

/** Refused forms of the page. */
interface Sent {
  readonly code?: FormState;
  readonly refused?: FormState;
}

/** `/profile`: the viewer's own profile, its preview, and the form for cadre with the program's code. */
export function ownProfileRoutes({ product, config }: SiteDeps): Hono<MemberEnv> {
  async function show(c: Context<MemberEnv>, { code: sent, refused }: Sent = {}) {
    const member = c.get("member");
    const profile = await product.profiles.own(member.memberId);
    const isUnconfirmed = !publicUser(member).isRoleConfirmed;
    const unconfirmed = isUnconfirmed ? { hasCode: config.cadreCodeRequired, sent } : undefined;
    const hasOffer = !isNothing(openOffer(member));
    const address = await unconfirmedAddress(product, member);
    const about = { refused, address, unconfirmed, hasOffer };
    if (profile === undefined) {
      return c.render(<NoProfilePage {...about} />, { title: "Create Your Profile" });
    }
    const settings = await product.conversations.settings(member.memberId);
    const asks = isMentor(member, settings) ? askStateOf(member, settings) : undefined;
    const helpful = mostHelpful(member);
    const isDue = profile.isVisible && needsConfirmation(profile, config.now());
    const props = { profile, asks, helpful, isDue, isAdmitted: isAdmitted(member) };
    return c.render(<OwnProfilePage {...props} {...about} programName={config.programName} />, {
      title: "My Profile",
      edges: ["own-profile-nav"],
      seeds: [[keyOf(calls.ownProfile), profile]],
    });
  }

  return new Hono<MemberEnv>()
    .get(paths.profile(), (c) => show(c))
    .get(pagePaths.cadreCode(), (c) => c.redirect(paths.profile(), 302))
    .post(pagePaths.cadreCode(), async (c) => {
      const { member: { memberId, role }, origin } = c.var;
      const { cadreCode } = await readTexts(c, ["cadreCode"]);
      // The code confirms a role; it doesn't give one.
      if (role !== "cadre") return c.redirect(paths.profile(), 303);
      return runForm(c, {
        failed: "Not confirmed",
        show: (code) => show(c, { code }),
        async run() {
          const input = checked(SelectRole, { role, cadreCode });
          await product.accounts.selectRole(memberId, input, origin);
          return { title: "Your role is confirmed" };
        },
        next: paths.profile(),
      });
    })
    .get(pagePaths.visibility(), (c) => c.redirect(paths.profile(), 302))
    .post(pagePaths.visibility(), async (c) => {
      const { member: { memberId }, origin } = c.var;
      const { isVisible, from } = await readTexts(c, ["isVisible", "from"]);
      const isShown = isVisible === "true";
      return runForm(c, {
        failed: "Not saved",
        show: (refused) => show(c, { refused }),
        async run() {
          await product.profiles.change(memberId, { isVisible: isShown }, origin);
          return { title: visibilityWords[isShown ? "on" : "off"] };
        },
        next: from === "home" ? paths.home() : paths.profile(),
      });
    })
    .get(pagePaths.confirmProfile(), (c) => c.redirect(paths.profile(), 302))
    .post(pagePaths.confirmProfile(), async (c) => {
      const { member: { memberId }, origin } = c.var;
      return await runForm(c, {
        failed: "Not confirmed",
        show: (refused) => show(c, { refused }),
        async run() {
          await product.profiles.confirm(memberId, origin);
          return { title: "Profile confirmed" };
        },
        next: paths.profile(),
      });
    })
    .get(paths.previewProfile(), async (c) => {
      const title = "Preview of My Profile";
      try {
        // Uses the same query as another member's request, so that it shows neither more nor less.
        // It isn't logged.
        const { memberId } = c.var.member;
        const profile = await product.profiles.preview(anotherMember, memberId);
        const since = confirmedSince(config.now());
        const takesRequests = await product.conversations.takesRequests(memberId);
        const top = (
          <PreviewBanner icon={<EyeIcon />} title="This is what other members see">
            Every signed-in cadet, alum and cadre member sees this page. No one else can. They see
            your contact details once they press “Show contact details”, and you see who did.
          </PreviewBanner>
        );
        const page = (
          <ProfilePage
            {...{ profile, isOwner: false, takesRequests, since, back: paths.directory(), top }}
          />
        );
        return await c.render(page, { title });
      } catch (error) {
        const problem = toProblem(error);
        if (problem?.status === 404) return c.redirect(paths.profile(), 303);
        if (problem?.status !== 403) throw error;
        return await c.render(<HiddenPreviewPage message={problem.message} />, { title });
      }
    });
}

/** Shown for a profile that its owner has hidden. */
function HiddenPreviewPage({ message }: { readonly message: string }) {
  return (
    <div className="shell-column profile stack gap-4">
      <PreviewBanner icon={<EyeOffIcon />} title="Only you can see your profile">
        It isn't in the directory, and anyone who opens its link sees only this message.
      </PreviewBanner>
      <div className="empty-state profile-missing">
        <Heading as="h1" size="8">{message}</Heading>
      </div>
    </div>
  );
}

interface PreviewBannerProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
}

function PreviewBanner({ icon, title, children }: PreviewBannerProps) {
  return (
    <aside className="preview-banner row gap-4" aria-label="Preview">
      <span className="preview-banner-icon">{icon}</span>
      <div className="preview-banner-text small">
        <Text as="p" className="preview-banner-title">{title}</Text>
        <Text as="p">{children}</Text>
      </div>
      <ButtonLink href={paths.profile()} variant="outline">Back to My Profile</ButtonLink>
    </aside>
  );
}
