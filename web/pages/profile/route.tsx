import { Hono } from "hono";
import { toProblem } from "../../../api/problems.ts";
import { fullName } from "../../islands/profile/display.ts";
import type { MemberEnv, SiteDeps } from "../../page-env.ts";
import { addressToReturnTo, directoryNames, paths } from "../../paths.ts";
import { openConversation } from "../connections/open-conversation.ts";
import { unconfirmedAddress } from "../own-profile/confirm-email.tsx";
import { BackLink } from "../page-head.tsx";
import { MissingProfilePage, ProfilePage } from "./page.tsx";

/** `/alumni/:userId`: one member, whatever their role. */
export function profileRoutes({ product }: SiteDeps): Hono<MemberEnv> {
  return new Hono<MemberEnv>().get("/alumni/:userId", async (c) => {
    const member = c.get("member");
    const userId = c.req.param("userId");
    const back = backPath(c.req.header("Referer"), new URL(c.req.url).host);
    try {
      const profile = await product.profiles.view(member, userId, c.get("origin"));
      const isOwner = profile.userId === member.memberId;
      const [takesRequests, conversation] = await Promise.all([
        product.connections.takesRequests(profile.userId),
        openConversation(product.connections, member.memberId, profile.userId),
      ]);
      const unconfirmed = "contactsWithheld" in profile
        ? await unconfirmedAddress(product, member)
        : undefined;
      const top = <BackLink to={back} />;
      const props = { profile, isOwner, takesRequests, conversation, unconfirmed, top };
      return await c.render(<ProfilePage {...props} />, {
        title: fullName(profile.user),
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
  });
}

/** The directory that the visitor came from, with its filters. Behind a proxy, its scheme may be another. */
export function backPath(referrer: string | undefined, host: string): string {
  if (referrer === undefined || !URL.canParse(referrer)) return paths.directory();
  const from = new URL(referrer);
  const isDirectory = directoryNames.some((name) => paths[name]() === from.pathname);
  return from.host === host && isDirectory ? addressToReturnTo(from) : paths.directory();
}
