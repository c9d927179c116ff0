import { type Context, Hono } from "hono";
import { isOwn } from "../../../api/features/directory/views.ts";
import { toProblem } from "../../../api/http/problems.ts";
import type { FormState } from "../../forms/form-state.ts";
import { keyOf } from "../../hydration/query-client.ts";
import { fullName } from "../../islands/profile/display.ts";
import type { MemberEnv, SiteDeps } from "../../page-env.ts";
import { addressToReturnTo, calls, directoryNames, paths } from "../../paths.ts";
import { openConversation } from "../connections/open-conversation.ts";
import { unconfirmedAddress } from "../own-profile/confirm-email.tsx";
import { runForm } from "../form.ts";
import { BackLink } from "../page-head.tsx";
import { contactsNotShown } from "./contact-card.tsx";
import { MissingProfilePage, ProfilePage } from "./page.tsx";

/** `/alumni/:userId`: one member, whatever their role, and the form that shows their contacts. */
export function profileRoutes({ product }: SiteDeps): Hono<MemberEnv> {
  const { profiles, conversations } = product;

  async function show(c: Context<MemberEnv>, userId: string, sent?: FormState) {
    const { member, origin } = c.var;
    const back = backPath(c.req.header("Referer"), new URL(c.req.url).host);
    try {
      const profile = await profiles.open(member, userId, origin);
      const [takesRequests, conversation] = await Promise.all([
        conversations.takesRequests(profile.userId),
        openConversation(conversations, member.memberId, profile.userId),
      ]);
      const isOwner = profile.userId === member.memberId;
      const unconfirmed = "contactsWithheld" in profile
        ? await unconfirmedAddress(product, member)
        : undefined;
      const top = <BackLink to={back} />;
      const props = { profile, isOwner, takesRequests, conversation, unconfirmed, sent, top };
      return await c.render(<ProfilePage {...props} />, {
        title: fullName(profile.user),
        seeds: isOwn(profile) ? [[keyOf(calls.ownProfile), profile]] : [],
      });
    } catch (error) {
      const problem = toProblem(error);
      if (problem?.status !== 403 && problem?.status !== 404) throw error;
      const { message } = problem;
      c.status(problem.status);
      return await c.render(<MissingProfilePage message={message} back={back} />, {
        title: problem.status === 404 ? "Profile not found" : "Profile not visible",
      });
    }
  }

  return new Hono<MemberEnv>()
    .get("/alumni/:userId", (c) => show(c, c.req.param("userId")))
    .get(
      "/alumni/:userId/contacts",
      (c) => c.redirect(paths.memberContacts(c.req.param("userId")), 302),
    )
    .post("/alumni/:userId/contacts", (c) => {
      const userId = c.req.param("userId");
      return runForm(c, {
        failed: contactsNotShown,
        run: () => profiles.showContacts(c.var.member, userId, c.var.origin),
        show: (sent) => show(c, userId, sent),
        next: paths.memberContacts(userId),
      });
    });
}

/** The directory that the visitor came from, with its filters. Behind a proxy, its scheme may be another. */
export function backPath(referrer: string | undefined, host: string): string {
  if (referrer === undefined || !URL.canParse(referrer)) return paths.directory();
  const from = new URL(referrer);
  const isDirectory = directoryNames.some((name) => paths[name]() === from.pathname);
  return from.host === host && isDirectory ? addressToReturnTo(from) : paths.directory();
}
