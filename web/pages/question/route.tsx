import { type Context, Hono } from "hono";
import { NewQuestion } from "../../../api/contract/questions.ts";
import { isOpenQuestion } from "../../../events/connections/questions/question.ts";
import { flash } from "../../flash.ts";
import type { FormState } from "../../forms/form-state.ts";
import type { MemberEnv, SiteDeps } from "../../page-env.ts";
import { pagePaths, paths } from "../../paths.ts";
import { checked, cut, readTexts, runForm } from "../form.ts";
import { unconfirmedAddress } from "../own-profile/confirm-email.tsx";
import { actOnQuestion, questionFields, questionToast } from "./actions.ts";
import { AskAlumniPage, PreviewQuestionPage } from "./ask.tsx";
import { AskedQuestionPage } from "./asked.tsx";
import { OwnQuestionPage } from "./own.tsx";

const path = "/connections/questions/:id{[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}}";

/** `/connections/question`, the form that asks the program's alumni, and the page of each question. */
export function questionRoutes({ product }: SiteDeps): Hono<MemberEnv> {
  const { questions, settings } = product;

  async function showForm(
    c: Context<MemberEnv>,
    written: { readonly topic?: string; readonly text?: string } = {},
    sent?: FormState,
  ) {
    const { member } = c.var;
    const page = (
      <AskAlumniPage
        topics={settings.topics().offered}
        {...written}
        shown={questions.preview(member)}
        refusal={await questions.whyNotAsk(member.memberId)}
        address={await unconfirmedAddress(product, member)}
        sent={sent}
      />
    );
    return await c.render(page, { title: "Ask the program's alumni" });
  }

  async function openQuestionLike({ topic, text }: NewQuestion, memberId: string) {
    return (await questions.own(memberId)).find((each) =>
      isOpenQuestion(each) && each.topic === topic && each.text === text
    );
  }

  /** Shows a question to its cadet, or to a member who was asked. */
  async function show(c: Context<MemberEnv>, id: string, sent?: FormState) {
    const { memberId } = c.var.member;
    const own = (await questions.own(memberId)).find((each) => each.id === id);
    if (own !== undefined) {
      const page = <OwnQuestionPage question={own} sent={sent} />;
      return await c.render(page, { title: "Your question", isSecret: true });
    }
    const asked = await questions.asked(memberId, id);
    if (asked.connectionId !== null && asked.kept === null && sent === undefined) {
      return c.redirect(pagePaths.newestMessage(asked.connectionId), 303);
    }
    const page = <AskedQuestionPage question={asked} action={pagePaths.question(id)} sent={sent} />;
    return await c.render(page, { title: "A cadet's question", isSecret: true });
  }

  return new Hono<MemberEnv>()
    .get("/connections/question", (c) => showForm(c, { topic: cut(c.req.query("topic") ?? "") }))
    .post("/connections/question", async (c) => {
      const { member, origin } = c.var;
      const { does, ...texts } = await readTexts(c, ["does", "topic", "text"]);
      const { topic = "", text = "" } = texts;
      if (does === "change") return await showForm(c, { topic, text });
      return await runForm(c, {
        failed: "Question not sent",
        values: texts,
        show: (sent) => showForm(c, texts, sent),
        async run() {
          const question = checked(NewQuestion, { topic, text });
          const refusal = does === "send" ? undefined : await questions.whyNotAsk(member.memberId);
          if (refusal !== undefined) throw refusal;
          if (does !== "send") {
            const preview = { ...question, shown: questions.preview(member) };
            return await c.render(<PreviewQuestionPage {...preview} />, {
              title: "What alumni will see",
            });
          }
          let id: string;
          try {
            id = await questions.ask(member.memberId, question, origin);
          } catch (error) {
            // If it is pressed twice, it is sent once. Browsers show the second answer.
            const open = await openQuestionLike(question, member.memberId);
            if (open === undefined) throw error;
            return c.redirect(pagePaths.question(open.id), 303);
          }
          const isMailed = (await product.mail.state()).is !== "not-set-up";
          flash(c, {
            title: "Question sent",
            description: isMailed
              ? "We'll email you when someone answers."
              : "You'll find the answer under Connections.",
          });
          return c.redirect(pagePaths.question(id), 303);
        },
      });
    })
    .get(path, (c) => show(c, c.req.param("id")))
    .post(path, async (c) => {
      const { member: { memberId }, origin } = c.var;
      const id = c.req.param("id");
      const texts = await readTexts(c, questionFields);
      return await runForm(c, {
        failed: "That didn't work",
        values: texts,
        show: (sent) => show(c, id, sent),
        async run() {
          if (texts.does === "withdraw") {
            await questions.withdraw(memberId, id, origin);
            flash(c, { title: "Question withdrawn" });
            return c.redirect(paths.connections(), 303);
          }
          const actor = { memberId, origin, way: "site" } as const;
          const answered = await actOnQuestion(questions, actor, id, texts);
          flash(c, questionToast(answered));
          const next = answered.is === "taken"
            ? pagePaths.newestMessage(answered.connectionId)
            : pagePaths.question(id);
          return c.redirect(next, 303);
        },
      });
    });
}
