import { type Context, Hono } from "hono";
import { flash } from "../../flash.ts";
import type { MemberEnv, SiteDeps } from "../../page-env.ts";
import { pagePaths, paths } from "../../paths.ts";
import { readRange } from "../conversation/route.tsx";
import { readTexts } from "../form.ts";
import { askStateOf, isMentor } from "../mentoring/ask-state.tsx";
import { ConnectionsPage } from "./view.tsx";

export function connectionsRoutes({ product }: SiteDeps): Hono<MemberEnv> {
  const { connections, conversations } = product;

  async function show(c: Context<MemberEnv>) {
    const { member } = c.var;
    const { memberId } = member;
    const { before } = readRange(c);
    const [lists, toAnswer, questions, settings, blocked, byMail] = await Promise.all([
      conversations.list(memberId, { before }),
      product.questions.toAnswer(memberId),
      product.questions.own(memberId),
      conversations.settings(memberId),
      conversations.blocked(memberId),
      product.relay.about(memberId, null),
    ]);
    return c.render(
      <ConnectionsPage
        lists={lists}
        toAnswer={toAnswer}
        questions={questions.filter(({ state }) => state === "open" || state === "staff")}
        pastQuestions={questions.filter(({ state }) => state !== "open" && state !== "staff")}
        isEarlier={before !== undefined}
        byMail={byMail}
        blocked={blocked}
        hasProfile={member.profile !== null}
        asks={isMentor(member, settings) ? askStateOf(member, settings) : undefined}
      />,
      { title: "Connections", waiting: lists.waiting.length },
    );
  }

  return new Hono<MemberEnv>()
    .get(paths.connections(), (c) => show(c))
    .get(pagePaths.unblock(), (c) => c.redirect(paths.connections(), 302))
    .post(pagePaths.unblock(), async (c) => {
      const { member: { memberId }, origin } = c.var;
      const { memberId: otherId } = await readTexts(c, ["memberId"]);
      const blocked = await conversations.blocked(memberId);
      if (blocked.some(({ id }) => id === otherId) && otherId !== undefined) {
        await connections.unblock(memberId, otherId, origin);
        flash(c, { title: "Unblocked" });
      }
      return c.redirect(paths.connections(), 303);
    });
}
