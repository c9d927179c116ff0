import { type Context, Hono } from "hono";
import type { ReactElement } from "react";
import { isSameSecret } from "../../../api/auth/secret-token.ts";
import type { ConnectionWithMessages } from "../../../api/contract/connections.ts";
import type { OpenLink } from "../../../api/features/connections/mailed-links.ts";
import { flash } from "../../flash.ts";
import type { PageEnv, SiteDeps } from "../../page-env.ts";
import { latestId, pagePaths } from "../../paths.ts";
import type { Toast } from "../../toasts/toast.ts";
import { readTexts } from "../form.ts";
import { actOn, conversationFields } from "../conversation/actions.ts";
import { ConversationPage } from "../conversation/view.tsx";
import type { ConversationPageProps } from "../conversation/props.ts";
import { LocalTime } from "../connections/local-time.tsx";
import { textIn } from "../connections/written.tsx";
import { profileOf, readRange, refusedAction } from "../conversation/route.tsx";
import {
  mailsStopped,
  specialLinks,
  type SpecialQuestion,
  stopLabel,
  stopMails,
} from "./special-links.tsx";
import {
  ClosedLinkPage,
  LinkOwner,
  LinkQuestionPage,
  type LinkQuestionProps,
  OpenAgainPage,
} from "./view.tsx";

/**
 * `/c/:token`: the one conversation that a mailed link opens, for people with the link, signed in
 * or not. Mail programs and scanners open links, so only forms change anything.
 */
export function mailedLinkRoutes({ product, config }: SiteDeps) {
  const { connections, conversations, mailedLinks } = product;
  const special = specialLinks(product, config.now);
  const render = (c: Context<PageEnv>, page: ReactElement, title = "Conversation") =>
    c.render(page, { title, isSecret: true });

  async function show(
    c: Context<PageEnv>,
    { member: owner, formToken }: OpenLink,
    connection: ConnectionWithMessages,
    { sent, part }: Pick<ConversationPageProps, "sent" | "part"> = {},
  ) {
    return await render(
      c,
      <ConversationPage
        connection={connection}
        profile={await profileOf(product.profiles, owner, connection)}
        alsoAsked={await product.alsoAsked.of(owner.memberId, connection.id)}
        byMail={await product.relay.about(owner.memberId, connection.id)}
        now={config.now()}
        reader={owner}
        action={pagePaths.mailedLink(c.req.param("token") ?? "")}
        formToken={formToken}
        isSignedIn={false}
        sent={sent}
        part={part}
        top={<LinkOwner owner={owner} viewer={c.var.viewer} />}
      />,
    );
  }

  const ask = (c: Context<PageEnv>, question: LinkQuestionProps) =>
    render(c, <LinkQuestionPage {...question} />, question.title);

  const askSpecial = (c: Context<PageEnv>, { formToken }: OpenLink, question: SpecialQuestion) => {
    const { press: label, ...rest } = question;
    const action = pagePaths.mailedLink(c.req.param("token") ?? "");
    return ask(c, {
      ...rest,
      doing: label === undefined ? undefined : { label, action, formToken },
    });
  };

  async function showClosed(c: Context<PageEnv>, written?: string) {
    c.status(404);
    const link = await mailedLinks.whyClosed(c.req.param("token") ?? "");
    return await render(
      c,
      <ClosedLinkPage link={link} viewer={c.var.viewer} written={written} />,
    );
  }

  /** Offers to undo a decline, for a day: some mail programs press buttons, too. */
  async function askToUndo(c: Context<PageEnv>, title: string) {
    const token = c.req.param("token") ?? "";
    const link = await mailedLinks.undoable(token);
    if (link === undefined) return undefined;
    const { formToken, until, answeredAt } = link;
    const lead = (
      <>
        You declined it on{" "}
        <LocalTime at={answeredAt} hasTime />. If that was a mistake, you can undo it until{" "}
        <LocalTime at={until} hasTime />. Otherwise you don't need to do anything.
      </>
    );
    const action = pagePaths.mailedLink(token);
    const doing = { label: "Undo my answer", name: "undo", action, formToken };
    return await ask(c, { title, lead, doing });
  }

  /** The acting member: the link's, even if the request has another member's session. */
  const originOf = ({ var: { origin: { ip, requestId } } }: Context<PageEnv>) => ({
    ip,
    requestId,
  });

  return new Hono<PageEnv>()
    .get("/c/:token", async (c) => {
      const link = await mailedLinks.open(c.req.param("token"));
      if (link === undefined) return await askToUndo(c, declined) ?? showClosed(c);
      const { member, connectionId } = link;
      const other = special.get(connectionId);
      if (other !== undefined) return askSpecial(c, link, await other.ask(link));
      const { before } = readRange(c);
      const connection = await conversations.read(member.memberId, connectionId, { before });
      return show(c, link, connection, { part: before === undefined ? undefined : "earlier" });
    })
    .post("/c/:token", async (c) => {
      const token = c.req.param("token");
      const { formToken, ...texts } = await readTexts(c, ["formToken", ...conversationFields]);
      const link = await mailedLinks.open(token) ??
        (texts.action === "undo" ? await mailedLinks.undoable(token) : undefined);
      if (link === undefined) return showClosed(c, textIn(texts));
      if (!isSameSecret(link.formToken, formToken ?? "")) {
        c.status(403);
        return render(c, <OpenAgainPage written={textIn(texts)} />);
      }
      const { member: { memberId }, connectionId } = link;
      const other = special.get(connectionId);
      if (other !== undefined) return askSpecial(c, link, await other.press(link, originOf(c)));
      const connection = await conversations.find(memberId, connectionId);
      let done: Toast;
      try {
        const actor = { memberId, origin: originOf(c), way: "link" } as const;
        done = await actOn(product, actor, connection, texts);
      } catch (error) {
        const sent = refusedAction(c, error, texts);
        // A declined request can be read only after signing in.
        if (await mailedLinks.open(token) === undefined) return showClosed(c, textIn(texts));
        return show(c, link, await conversations.read(memberId, connectionId), { sent });
      }
      if (await mailedLinks.open(token) === undefined) {
        return await askToUndo(c, done.title) ?? ask(c, { title: done.title, lead: doneLead });
      }
      flash(c, done);
      return toNewest(c);
    })
    // Emails have this address without a fragment: with one, a tab that already shows it would not
    // reload.
    .get("/c/:token/latest", toNewest)
    .get("/c/:token/no-reminders", async (c) => {
      const token = c.req.param("token");
      if (await mailedLinks.owner(token) === undefined) return showClosed(c);
      const doing = { label: "Stop reminders", action: pagePaths.noReminders(token) };
      return ask(c, { ...reminded, doing });
    })
    // Mail programs send this with one click (RFC 8058), without opening a page first.
    .post("/c/:token/no-reminders", async (c) => {
      const owner = await mailedLinks.owner(c.req.param("token"));
      if (owner === undefined) return showClosed(c);
      await connections.changeSettings(owner.memberId, { wantsReminders: false }, originOf(c));
      return ask(c, unreminded);
    })
    .get("/c/:token/no-program-mails", async (c) => {
      const token = c.req.param("token");
      if (await mailedLinks.owner(token) === undefined) return showClosed(c);
      return ask(c, {
        ...stopMails,
        doing: { label: stopLabel, action: pagePaths.noProgramMails(token) },
      });
    })
    // Sent with one click in a mail program, as above.
    .post("/c/:token/no-program-mails", async (c) => {
      const owner = await mailedLinks.owner(c.req.param("token"));
      if (owner === undefined) return showClosed(c);
      await product.programMails.change(owner.memberId, false, originOf(c));
      return ask(c, mailsStopped);
    });
}

function toNewest(c: Context<PageEnv>): Response {
  return c.redirect(`${pagePaths.mailedLink(c.req.param("token") ?? "")}#${latestId}`, 303);
}

const declined = "This Request Was Declined";
const doneLead =
  "You don't need to do anything else. The link in your email no longer opens the conversation.";
const reminded: LinkQuestionProps = {
  title: "Stop Reminders?",
  lead: "We won't remind you of requests that are waiting for your answer.",
};
const unreminded: LinkQuestionProps = {
  title: "Reminders Stopped",
  lead:
    "We won't remind you of requests that are waiting for your answer. To get reminders again, " +
    "open Mentoring settings.",
  next: { href: pagePaths.mentoring(), label: "Mentoring settings" },
};
