import { type Context, Hono } from "hono";
import { isOwn } from "../../../api/features/directory/views.ts";
import { toProblem } from "../../../api/http/problems.ts";
import type { FormState } from "../../forms/form-state.ts";
import { keyOf } from "../../hydration/query-client.ts";
import { confirmedSince, fullName } from "../../islands/profile/display.ts";
import type { MemberEnv, SiteDeps } from "../../page-env.ts";
import { addressToReturnTo, calls, directoryNames, ownAddress, paths } from "../../paths.ts";
import { openConversation } from "../connections/open-conversation.ts";
import { unconfirmedAddress } from "../own-profile/confirm-email.tsx";
import { runForm } from "../form.ts";
import { BackLink } from "../page-head.tsx";
import { contactsNotShown } from "./contact-card.tsx";
import { MissingProfilePage, ProfilePage } from "./view.tsx";

/** `/alumni/:userId`: one member of any role, and the form that shows their contacts. */
export function profileRoutes({ product, config }: SiteDeps): Hono<MemberEnv> {
  const { profiles, conversations } = product;

  async function show(c: Context<MemberEnv>, userId: string, sent?: FormState) {
    const { member, origin } = c.var;
    const back = await backFrom(c);
    try {
      const profile = await profiles.open(member, userId, origin);
      const [takesRequests, lists] = await Promise.all([
        conversations.takesRequests(profile.userId),
        conversations.list(member.memberId),
      ]);
      const conversation = openConversation(lists, profile.userId);
      const isOwner = profile.userId === member.memberId;
      const unconfirmed = "contactsWithheld" in profile
        ? await unconfirmedAddress(product, member)
        : undefined;
      const top = <BackLink to={back} />;
      const since = confirmedSince(config.now());
      const about = { takesRequests, since, conversation, unconfirmed };
      const props = { profile, back, isOwner, ...about, sent, top };
      return await c.render(<ProfilePage {...props} />, {
        title: fullName(profile.user),
        waiting: lists.waiting.length,
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
    .post("/alumni/:userId/contacts", async (c) => {
      const userId = c.req.param("userId");
      const back = await backFrom(c);
      return runForm(c, {
        failed: contactsNotShown,
        run: () => profiles.showContacts(c.var.member, userId, c.var.origin),
        show: (sent) => show(c, userId, sent),
        next: paths.memberContacts(userId, back === paths.directory() ? undefined : back),
      });
    });
}

/** Target of "Back". The form of contacts names it, and so does the page that follows. */
async function backFrom(c: Context<MemberEnv>): Promise<string> {
  const { host, origin } = new URL(c.req.url);
  const named = c.req.method === "POST"
    ? (await c.req.formData()).get("from")
    : c.req.query("from");
  const address = typeof named === "string" ? ownAddress(named) : undefined;
  return backPath(address === undefined ? c.req.header("Referer") : origin + address, host);
}

/** The directory that the visitor came from, with its filters. Its scheme may differ behind a proxy. */
export function backPath(referrer: string | undefined, host: string): string {
  if (referrer === undefined || !URL.canParse(referrer)) return paths.directory();
  const from = new URL(referrer);
  const isDirectory = directoryNames.some((name) => paths[name]() === from.pathname);
  return from.host === host && isDirectory ? addressToReturnTo(from) : paths.directory();
}
