import { Button, Card as Line, Heading, Text } from "@radix-ui/themes";
import type { ReactNode } from "react";
import type { AskedQuestion, QuestionToAnswer } from "../../../api/contract/questions.ts";
import { textLimits } from "../../../events/connections/limits.ts";
import { replyKeptDays } from "../../../events/connections/questions/question.ts";
import { spelled } from "../../../events/amounts.ts";
import { ActionForm } from "../../forms/action-form.tsx";
import { FormFailure } from "../../forms/form-failure.tsx";
import { fieldOf, type FormState } from "../../forms/form-state.ts";
import { pagePaths, paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card } from "../../ui/card.tsx";
import { TextArea } from "../../ui/fields/field.tsx";
import { AccountPage } from "../account-page.tsx";
import { LocalTime } from "../connections/local-time.tsx";
import { Written } from "../connections/written.tsx";
import { AsAlumniSeeIt } from "./as-alumni-see-it.tsx";
import { askingText } from "./words.ts";

interface AskedQuestionPageProps {
  readonly question: AskedQuestion;
  /** Address of its forms: its own page, or a mailed link. */
  readonly action: string;
  /** Token of a mailed link. */
  readonly formToken?: string | undefined;
  readonly sent?: FormState | undefined;
  readonly top?: ReactNode;
}

/** A cadet's question, as shown to one of the alumni who were asked. */
export function AskedQuestionPage(props: AskedQuestionPageProps) {
  const { question, action, formToken, sent, top } = props;
  if (question.kept !== null) return <StoredReply {...props} kept={question.kept} />;
  if (question.is === "over") {
    return (
      <AccountPage
        title="Answered, thank you"
        isDone
        lead={"Someone else has answered this question, or the cadet no longer needs an answer. You " +
          "don't need to do anything."}
      >
        <Written text={sent?.values.text} />
        <ButtonLink href={paths.connections()} className="wide" variant="outline">
          Go to Connections
        </ButtonLink>
      </AccountPage>
    );
  }
  return (
    <div className="shell-column page-read stack gap-4">
      {top}
      <Card className="stack gap-5" aria-labelledby="question-title">
        <Heading as="h1" size="8" id="question-title">A cadet's question</Heading>
        <AsAlumniSeeIt {...question} />
        <FormFailure sent={sent} />
        <Text as="p" color="gray">
          If you answer first, you start a conversation and see the cadet's name. If you can't help,
          you don't need to do anything.
        </Text>
        <ActionForm className="stack gap-4" action={action} hidden={{ formToken }}>
          <TextArea
            {...fieldOf(sent, "text")}
            label="Your answer"
            id="question-reply"
            rows={6}
            hint={`Up to ${textLimits.message.toLocaleString("en-US")} characters.`}
          />
          <div className="row gap-3">
            <Button type="submit" name="does" value="reply" size="3">Send answer</Button>
            <Button type="submit" name="does" value="take" size="3" variant="outline">
              Take this question, answer later
            </Button>
          </div>
        </ActionForm>
      </Card>
    </div>
  );
}

/** Questions waiting for a member's answer, on Home and among their connections. */
export function QuestionsToAnswer({ of }: { readonly of: readonly QuestionToAnswer[] }) {
  return (
    <ul className="stack" role="list">
      {of.map((question) => (
        <li key={question.id}>
          <Line asChild size="3" className="pressable">
            <article className="stack gap-1 breakable">
              <Heading as="h3" size="3">
                <a className="connections-link card-link" href={pagePaths.question(question.id)}>
                  {askingText(question)}
                </a>
              </Heading>
              <Text as="p" size="2" color="gray">
                <LocalTime at={question.askedAt} />
              </Text>
            </article>
          </Line>
        </li>
      ))}
    </ul>
  );
}

function StoredReply(
  { kept, action, formToken, sent, top }: AskedQuestionPageProps & { readonly kept: string },
) {
  return (
    <div className="shell-column page-read stack gap-4">
      {top}
      <Card className="stack gap-5" aria-labelledby="kept-title">
        <Heading as="h1" size="8" id="kept-title">Answered, thank you</Heading>
        <Text as="p">
          Someone else was first, so the cadet hasn't seen your reply. You can send it as a message
          of your own. That begins a conversation between the two of you.
        </Text>
        <FormFailure sent={sent} />
        <figure className="stack gap-2 breakable">
          <figcaption>
            <Text as="p" size="2" color="gray">Your reply</Text>
          </figcaption>
          <blockquote className="conversation-text">{kept}</blockquote>
        </figure>
        <ActionForm className="row gap-3" action={action} hidden={{ formToken }}>
          <Button type="submit" name="does" value="send-kept" size="3">Send my reply</Button>
          <Button type="submit" name="does" value="drop-kept" size="3" variant="outline">
            Delete my reply
          </Button>
        </ActionForm>
        <Text as="p" size="2" color="gray">
          If you don't send it, we delete it after {spelled(replyKeptDays, "day")}.
        </Text>
      </Card>
    </div>
  );
}
