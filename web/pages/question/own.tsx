import { Badge, Button, Card as Line, Heading, Text } from "@radix-ui/themes";
import type { OwnQuestion } from "../../../api/contract/questions.ts";
import { questionEndsDays } from "../../../events/connections/questions/question.ts";
import { spelled } from "../../../events/amounts.ts";
import { ActionForm } from "../../forms/action-form.tsx";
import { FormFailure } from "../../forms/form-failure.tsx";
import type { FormState } from "../../forms/form-state.ts";
import { pagePaths, paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card } from "../../ui/card.tsx";
import { CountedSection } from "../../ui/counted-section.tsx";
import { LocalTime } from "../connections/local-time.tsx";
import { BackLink } from "../page-head.tsx";
import { questionStates } from "./words.ts";

const isOpen = ({ state }: OwnQuestion) => state === "open" || state === "staff";

interface OwnQuestionPageProps {
  readonly question: OwnQuestion;
  readonly sent?: FormState | undefined;
}

/** A cadet's own question. */
export function OwnQuestionPage({ question, sent }: OwnQuestionPageProps) {
  const { id, topic, state, askedAt, closedAt, connectionId, text, words } = question;
  return (
    <div className="shell-column page-read stack gap-4">
      <BackLink to={paths.connections()} label="Connections" />
      <Card className="stack gap-5" aria-labelledby="question-title">
        <div className="stack gap-2">
          <Heading as="h1" size="8" id="question-title">Your question about {topic}</Heading>
          <Text as="p" className="row gap-2">
            <Badge color={isOpen(question) ? "amber" : "gray"}>{questionStates[state]}</Badge>
          </Text>
          <Text as="p" size="2" color="gray">
            Asked on <LocalTime at={askedAt} />
            {closedAt !== null && (
              <>
                {" · "}Closed on <LocalTime at={closedAt} />
              </>
            )}
          </Text>
        </div>
        <FormFailure sent={sent} />
        {text === null
          ? <Text as="p">Its text was deleted because of its age.</Text>
          : <blockquote className="conversation-text breakable">{text}</blockquote>}
        {words !== null && (
          <figure className="stack gap-2 breakable">
            <figcaption>Program staff wrote:</figcaption>
            <blockquote className="conversation-text">{words}</blockquote>
          </figure>
        )}
        {state === "answered" && (
          <div className="row">
            {connectionId === null
              ? <ButtonLink href={paths.connections()}>Go to Connections</ButtonLink>
              : (
                <ButtonLink href={pagePaths.newestMessage(connectionId)}>
                  Read the answer
                </ButtonLink>
              )}
          </div>
        )}
        {!isOpen(question) && state !== "answered" && (
          <div className="row gap-3">
            <ButtonLink href={paths.directory()}>Find someone to ask</ButtonLink>
            <ButtonLink href={pagePaths.askAlumni(topic)} variant="outline">
              Ask the program's alumni again
            </ButtonLink>
          </div>
        )}
        {isOpen(question) && (
          <ActionForm className="stack gap-3 start" action={pagePaths.question(id)}>
            <Text as="p" color="gray">
              {state === "open"
                ? "Alumni who help with this topic have your question, without your name. We'll " +
                  "email you when someone answers."
                : "No one has answered yet, so program staff have your question, with your name."}
              {" "}
              It ends {spelled(questionEndsDays, "day")} after you asked.
            </Text>
            <Button type="submit" name="does" value="withdraw" size="3" variant="outline">
              Withdraw question
            </Button>
          </ActionForm>
        )}
      </Card>
    </div>
  );
}

interface OwnQuestionsProps {
  readonly title: string;
  readonly id: string;
  readonly of: readonly OwnQuestion[];
}

/** A cadet's own questions, among their connections. */
export function OwnQuestions({ title, id, of }: OwnQuestionsProps) {
  return (
    <CountedSection {...{ title, id }} count={of.length}>
      <ul role="list">
        {of.map((question) => (
          <li key={question.id}>
            <QuestionLine {...question} />
          </li>
        ))}
      </ul>
    </CountedSection>
  );
}

function QuestionLine(question: OwnQuestion) {
  const { id, topic, state, askedAt } = question;
  return (
    <Line asChild size="3" className="pressable">
      <article className="stack gap-1 breakable">
        <Heading as="h3" size="3">
          <a className="connections-link card-link" href={pagePaths.question(id)}>
            Your question about {topic}
          </a>
        </Heading>
        <Text as="p" size="2" color="gray">
          <LocalTime at={askedAt} />
        </Text>
        <Text as="p">
          <Badge color={isOpen(question) ? "amber" : "gray"}>{questionStates[state]}</Badge>
        </Text>
      </article>
    </Line>
  );
}
