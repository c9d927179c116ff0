import { type Context, Hono } from "hono";
import type { ConnectionWithMessages } from "../../../api/contract/connections.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { flash } from "../../flash.ts";
import type { PageEnv } from "../../page-env.ts";
import { pagePaths } from "../../paths.ts";
import type { SiteDeps } from "../../site-deps.ts";
import { readTexts } from "../connections/read-texts.ts";
import { actOn, conversationFields } from "../conversation/actions.ts";
import { ConversationPage, type RefusedAction } from "../conversation/page.tsx";
import { placeAfter, refusedAction } from "../conversation/route.tsx";
import { DonePage, LinkOverPage, NoRemindersPage, WhoseLink } from "./page.tsx";

/**
 * `/c/:token`: the one conversation that a mailed link opens, for whoever has it, signed in or not. Mail
 * programs and scanners open links, too: only what is posted changes anything.
 */
export function mailedLinkRoutes({ product, config }: SiteDeps) {
  const { connections } = product;
  const title = "Conversation";

  function show(
    c: Context<PageEnv>,
    owner: MemberRecord,
    connection: ConnectionWithMessages,
    sent?: RefusedAction,
  ) {
    return c.render(
      <ConversationPage
        connection={connection}
        now={config.now()}
        action={pagePaths.mailedLink(c.req.param("token") ?? "")}
        isSignedIn={false}
        sent={sent}
        top={<WhoseLink owner={owner} viewer={c.var.viewer} />}
      />,
      { title, isSecret: true },
    );
  }

  function over(c: Context<PageEnv>) {
    c.status(404);
    const isSignedIn = c.var.viewer !== undefined;
    return c.render(<LinkOverPage isSignedIn={isSignedIn} />, { title, isSecret: true });
  }

  /** Who acts: not the session that the request may have come with. */
  const originOf = ({ var: { origin: { ip, requestId } } }: Context<PageEnv>) => ({
    ip,
    requestId,
  });

  return new Hono<PageEnv>()
    .get("/c/:token", async (c) => {
      const link = await connections.openLink(c.req.param("token"));
      if (link === undefined) return over(c);
      const { member, connectionId } = link;
      return show(c, member, await connections.read(member.memberId, connectionId));
    })
    .post("/c/:token", async (c) => {
      const token = c.req.param("token");
      const link = await connections.openLink(token);
      if (link === undefined) return over(c);
      const { member, member: { memberId }, connectionId } = link;
      const texts = await readTexts(c, conversationFields);
      const connection = await connections.read(memberId, connectionId);
      let done: string;
      try {
        const actor = { memberId, origin: originOf(c), way: "link" } as const;
        done = await actOn(connections, actor, connection, texts);
      } catch (error) {
        const sent = refusedAction(c, error, texts);
        return show(c, member, await connections.read(memberId, connectionId), sent);
      }
      if (await connections.openLink(token) === undefined) {
        return c.render(<DonePage title={done} />, { title, isSecret: true });
      }
      flash(c, { title: done });
      return c.redirect(pagePaths.mailedLink(token) + placeAfter(texts.action), 303);
    })
    .get("/c/:token/no-reminders", async (c) => {
      const token = c.req.param("token");
      if (await connections.openLink(token) === undefined) return over(c);
      const page = <NoRemindersPage action={pagePaths.noReminders(token)} isDone={false} />;
      return c.render(page, { title, isSecret: true });
    })
    // One click in a mail program (RFC 8058): there is no page before it.
    .post("/c/:token/no-reminders", async (c) => {
      const token = c.req.param("token");
      const link = await connections.openLink(token);
      if (link === undefined) return over(c);
      const change = { wantsReminders: false };
      await connections.changeSettings(link.member.memberId, change, originOf(c));
      const page = <NoRemindersPage action={pagePaths.noReminders(token)} isDone />;
      return c.render(page, { title, isSecret: true });
    });
}
