import { type Context, Hono } from "hono";
import { isSameSecret } from "../../../api/auth/secret-token.ts";
import type { MailedLinks } from "../../../api/features/connections/mailed-links.ts";
import { Refusal } from "../../../events/errors.ts";
import { flash } from "../../flash.ts";
import type { FormState } from "../../forms/form-state.ts";
import type { PageEnv, SiteDeps } from "../../page-env.ts";
import { pagePaths } from "../../paths.ts";
import { readTexts, runForm } from "../form.ts";
import { LinkOwner, OpenAgainPage } from "../mailed-link/view.tsx";
import { actOnQuestion, questionFields, questionToast } from "./actions.ts";
import { AskedQuestionPage } from "./asked.tsx";

type QuestionLink = NonNullable<Awaited<ReturnType<MailedLinks["question"]>>>;

/**
 * `/c/:token`, if a mailed link opens a question: for people with the link, signed in or not. Only
 * forms change anything. Other links are left to the routes of conversations.
 */
export function mailedQuestionRoutes({ product }: SiteDeps) {
  const { mailedLinks, questions } = product;

  async function toConversation(c: Context<PageEnv>, link: QuestionLink, connectionId: string) {
    const token = await mailedLinks.toConversation(link.member, connectionId);
    return c.redirect(`${pagePaths.mailedLink(token)}/latest`, 303);
  }

  async function show(c: Context<PageEnv>, link: QuestionLink, sent?: FormState) {
    const { member, questionId, formToken } = link;
    const question = await questions.asked(member.memberId, questionId).catch((error) => {
      // The cadet has left.
      if (error instanceof Refusal && error.code === "connection/not-found") return gone;
      throw error;
    });
    if (question.connectionId !== null && question.kept === null && sent === undefined) {
      return await toConversation(c, link, question.connectionId);
    }
    const page = (
      <AskedQuestionPage
        question={question}
        action={pagePaths.mailedLink(c.req.param("token") ?? "")}
        formToken={formToken}
        sent={sent}
        top={<LinkOwner owner={member} viewer={c.var.viewer} />}
      />
    );
    return await c.render(page, { title: "A cadet's question", isSecret: true });
  }

  return new Hono<PageEnv>()
    .get("/c/:token", async (c, next) => {
      const link = await mailedLinks.question(c.req.param("token"));
      return link === undefined ? await next() : await show(c, link);
    })
    .post("/c/:token", async (c, next) => {
      const token = c.req.param("token");
      const link = await mailedLinks.question(token);
      if (link === undefined) return await next();
      const { formToken, ...texts } = await readTexts(c, ["formToken", ...questionFields]);
      if (!isSameSecret(link.formToken, formToken ?? "")) {
        c.status(403);
        const page = <OpenAgainPage written={texts.text} />;
        return await c.render(page, { title: "A cadet's question", isSecret: true });
      }
      return await runForm(c, {
        failed: "That didn't work",
        values: texts,
        show: (sent) => show(c, link, sent),
        async run() {
          const { member: { memberId }, questionId } = link;
          const { ip, requestId } = c.var.origin;
          const actor = { memberId, origin: { ip, requestId }, way: "link" } as const;
          const answered = await actOnQuestion(questions, actor, questionId, texts);
          flash(c, questionToast(answered));
          return answered.is === "taken"
            ? await toConversation(c, link, answered.connectionId)
            : c.redirect(pagePaths.mailedLink(token), 303);
        },
      });
    });
}

const gone = {
  ...{ id: "", topic: "", askedAt: "", text: null, classYear: null, armyBranch: null },
  ...{ is: "over", connectionId: null, kept: null } as const,
};
