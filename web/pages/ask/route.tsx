import { type Context, Hono } from "hono";
import { AskForHelp } from "../../../api/contract/connections.ts";
import { toProblem } from "../../../api/problems.ts";
import { flash } from "../../flash.ts";
import type { FormState } from "../../forms/form-state.ts";
import { fullName } from "../../islands/profile/display.ts";
import type { MemberEnv, SiteDeps } from "../../page-env.ts";
import { pagePaths, paths } from "../../paths.ts";
import { openConversation } from "../connections/open-conversation.ts";
import { checked, readTexts, readTopics } from "../connections/read-texts.ts";
import { Written } from "../connections/written.tsx";
import { cut, runForm } from "../form.ts";
import { MissingProfilePage } from "../profile/missing.tsx";
import { unconfirmedAddress } from "../own-profile/confirm-email.tsx";
import { AskPage } from "./page.tsx";

/** `/connections/new`: the form that asks a member for help. */
export function askRoutes({ product }: SiteDeps): Hono<MemberEnv> {
  const { connections, profiles } = product;

  async function show(
    c: Context<MemberEnv>,
    memberId: string,
    topics: readonly string[] = [],
    sent?: FormState,
  ) {
    const { member } = c.var;
    if (memberId === "") return c.redirect(paths.directory(), 302);
    if (memberId === member.memberId) return c.redirect(paths.profile(), 303);
    try {
      const profile = await profiles.preview(member, memberId);
      const page = (
        <AskPage
          profile={profile}
          takesRequests={await connections.takesRequests(memberId)}
          topics={topics}
          asker={member}
          address={await unconfirmedAddress(product, member)}
          sent={sent}
        />
      );
      return await c.render(page, { title: `Ask ${fullName(profile.user)} for help` });
    } catch (error) {
      const problem = toProblem(error);
      if (problem?.status !== 403 && problem?.status !== 404) throw error;
      c.status(problem.status);
      const page = (
        <MissingProfilePage message={problem.message} back={paths.directory()}>
          <Written text={sent?.values.note} />
        </MissingProfilePage>
      );
      return await c.render(page, { title: "Profile not found" });
    }
  }

  return new Hono<MemberEnv>()
    .get(paths.askForHelp(), async (c) => {
      const memberId = cut(c.req.query("to") ?? "");
      // Cards are the same for everyone, so they lead here even if there is a conversation already.
      const goesOn = await openConversation(connections, c.var.member.memberId, memberId);
      return goesOn === undefined ? show(c, memberId) : c.redirect(goesOn, 303);
    })
    .post(paths.askForHelp(), async (c) => {
      const { member, origin } = c.var;
      const texts = await readTexts(c, ["memberId", "note"]);
      const { memberId = "", note = "" } = texts;
      const topics = await readTopics(c);
      return runForm(c, {
        failed: "Request not sent",
        values: texts,
        show: (sent) => show(c, memberId, topics, sent),
        async run() {
          const input = checked(AskForHelp, { memberId, topics, note });
          const { id } = await connections.ask(member.memberId, input, origin);
          flash(c, { title: "Request sent", description: "We'll email you when they answer." });
          return c.redirect(pagePaths.connection(id), 303);
        },
      });
    });
}
