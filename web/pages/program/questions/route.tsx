import { Button, Card, Heading, Link, Text } from "@radix-ui/themes";
import { type Context, Hono } from "hono";
import { ClosingWords, type WaitingQuestion } from "../../../../api/contract/questions.ts";
import { textLimits } from "../../../../events/connections/limits.ts";
import {
  passedToStaffDays,
  questionEndsDays,
} from "../../../../events/connections/questions/question.ts";
import { spelled } from "../../../../events/amounts.ts";
import { flash } from "../../../flash.ts";
import { ActionForm } from "../../../forms/action-form.tsx";
import { fieldOf, type FormState } from "../../../forms/form-state.ts";
import { fullName } from "../../../islands/profile/display.ts";
import type { MemberEnv, SiteDeps } from "../../../page-env.ts";
import { pagePaths, paths } from "../../../paths.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { TextArea } from "../../../ui/fields/field.tsx";
import { CheckIcon } from "../../../ui/icons.tsx";
import { LocalTime } from "../../connections/local-time.tsx";
import { BackLink } from "../../page-head.tsx";
import { checked, readTexts, runForm } from "../../form.ts";
import { actOnQuestion } from "../../question/actions.ts";
import { ProgramFrame } from "../frame.tsx";

/** `/program/questions`: cadets' questions that no one answered. */
export function programQuestionsRoutes({ product }: SiteDeps): Hono<MemberEnv> {
  const { questions } = product;

  async function show(c: Context<MemberEnv>, sent?: FormState, questionId?: string) {
    const waiting = await questions.forStaff(c.var.member.memberId);
    return await c.render(
      <QuestionsPage waiting={waiting} sent={sent} questionId={questionId} />,
      { title: "Questions" },
    );
  }

  return new Hono<MemberEnv>()
    .get(pagePaths.programQuestions(), (c) => show(c))
    .post(pagePaths.programQuestions(), async (c) => {
      const { member: { memberId }, origin } = c.var;
      const texts = await readTexts(c, ["questionId", "does", "text", "words"]);
      const { questionId = "", does, words = "" } = texts;
      return await runForm(c, {
        failed: does === "close" ? "Question not closed" : "Answer not sent",
        values: texts,
        show: (sent) => show(c, sent, questionId),
        next: pagePaths.programQuestions(),
        async run() {
          if (does === "close") {
            await questions.close(
              memberId,
              questionId,
              checked(ClosingWords, { words }).words,
              origin,
            );
            return "Question closed";
          }
          const actor = { memberId, origin, way: "site" } as const;
          const answered = await actOnQuestion(questions, actor, questionId, texts);
          if (answered.is !== "taken") return "Someone else was first";
          flash(c, { title: "You have the conversation" });
          return c.redirect(pagePaths.newestMessage(answered.connectionId), 303);
        },
      });
    });
}

interface QuestionsPageProps {
  readonly waiting: readonly WaitingQuestion[];
  readonly sent?: FormState | undefined;
  /** The question of a refused form. */
  readonly questionId?: string | undefined;
}

function QuestionsPage({ waiting, sent, questionId }: QuestionsPageProps) {
  return (
    <ProgramFrame current={paths.program()} sent={sent}>
      <BackLink to={paths.program()} label="People" />
      <div className="stack gap-1">
        <Heading as="h2" size="6">Questions that no one answered</Heading>
        <Text as="p" size="2" color="gray">
          Cadets asked the program's alumni. A question comes to you after{" "}
          {spelled(passedToStaffDays, "day")}{" "}
          without an answer, or at once if no one could be asked. It ends{" "}
          {spelled(questionEndsDays, "day")} after it was asked.
        </Text>
      </div>
      {waiting.length === 0
        ? (
          <EmptyState icon={<CheckIcon />} title="No questions are waiting for staff">
            <Text as="p">When one comes, Home and the list under People show it.</Text>
          </EmptyState>
        )
        : (
          <ul className="list" role="list">
            {waiting.map((question) => (
              <li key={question.id}>
                <Question
                  question={question}
                  sent={questionId === question.id ? sent : undefined}
                />
              </li>
            ))}
          </ul>
        )}
    </ProgramFrame>
  );
}

function Question(
  { question, sent }: { readonly question: WaitingQuestion; readonly sent?: FormState | undefined },
) {
  const { id, topic, askedAt, text, asker, classYear, armyBranch } = question;
  const about = [...classYear ? [`Class of ${classYear}`] : [], ...armyBranch ? [armyBranch] : []];
  const name = fullName(asker);
  return (
    <Card asChild size="3" className="stack gap-4 breakable">
      <article aria-labelledby={`${id}-title`}>
        <div className="stack gap-1">
          <Heading as="h3" size="4" id={`${id}-title`}>{name} asks about {topic}</Heading>
          <Text as="p" size="2" color="gray">
            {about.length > 0 && `${about.join(", ")} · `}Asked on <LocalTime at={askedAt} /> ·{" "}
            <Link href={pagePaths.programPerson(asker.id)}>
              See account<span className="visually-hidden">{` of ${name}`}</span>
            </Link>
          </Text>
        </div>
        <blockquote className="conversation-text">{text}</blockquote>
        <ActionForm
          className="stack gap-3"
          action={pagePaths.programQuestions()}
          hidden={{ questionId: id }}
        >
          <TextArea
            {...fieldOf(sent, "text")}
            label={`Your answer to ${name}`}
            id={`${id}-text`}
            rows={3}
            hint={`Begins a conversation with the cadet. Up to ${
              textLimits.message.toLocaleString("en-US")
            } characters.`}
          />
          <div className="program-do row">
            <Button type="submit" name="does" value="reply" size="3">Send answer</Button>
          </div>
        </ActionForm>
        <details open={sent?.values.does === "close"}>
          <summary>Close without answering</summary>
          <ActionForm
            className="stack gap-3 program-close"
            action={pagePaths.programQuestions()}
            hidden={{ questionId: id }}
          >
            <TextArea
              {...fieldOf(sent, "words")}
              label={`Message to ${name}`}
              id={`${id}-words`}
              rows={2}
              maxLength={textLimits.staff}
              required
              hint={`We email it to the cadet. Up to ${textLimits.staff} characters.`}
            />
            <div className="program-do row">
              <Button type="submit" name="does" value="close" size="3" variant="outline">
                Close question
              </Button>
            </div>
          </ActionForm>
        </details>
      </article>
    </Card>
  );
}
