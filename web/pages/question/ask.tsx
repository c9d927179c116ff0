import { Button, Heading, Text } from "@radix-ui/themes";
import type { NewQuestion } from "../../../api/contract/questions.ts";
import type { ShownOfAsker } from "../../../events/connections/questions/decide-question.ts";
import {
  passedToStaffDays,
  questionEndsDays,
} from "../../../events/connections/questions/question.ts";
import { textLimits } from "../../../events/connections/limits.ts";
import { spelled } from "../../../events/amounts.ts";
import type { Refusal } from "../../../events/errors.ts";
import { ActionForm } from "../../forms/action-form.tsx";
import { FormFailure } from "../../forms/form-failure.tsx";
import { fieldOf, type FormState } from "../../forms/form-state.ts";
import { pagePaths, paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card } from "../../ui/card.tsx";
import { TextArea } from "../../ui/fields/field.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { Notice } from "../../ui/notice.tsx";
import { AskRefusal } from "../ask/refusal.tsx";
import { Written } from "../connections/written.tsx";
import type { ConfirmEmailProps } from "../own-profile/confirm-email.tsx";
import { BackLink } from "../page-head.tsx";
import { AsAlumniSeeIt } from "./as-alumni-see-it.tsx";
import { cadetText } from "./words.ts";

interface AskAlumniPageProps {
  readonly topics: readonly string[];
  readonly topic?: string | undefined;
  readonly text?: string | undefined;
  readonly shown: ShownOfAsker;
  /** Why they can't ask now. There is no form then. */
  readonly refusal: Refusal | undefined;
  /** The cadet's email address, if it isn't confirmed. */
  readonly address: ConfirmEmailProps | undefined;
  readonly sent?: FormState | undefined;
}

/** The first of two steps: the question. */
export function AskAlumniPage(props: AskAlumniPageProps) {
  const { topics, topic, text, shown, refusal, address, sent } = props;
  return (
    <div className="shell-column page-read stack gap-4">
      <BackLink to={paths.connections()} label="Connections" />
      <Card className="stack gap-5" aria-labelledby="ask-title">
        <div className="stack gap-2">
          <Heading as="h1" size="8" id="ask-title">Ask the program's alumni</Heading>
          <Text as="p" color="gray">
            Your question goes to alumni who help with its topic. The first answer begins a
            conversation.
          </Text>
        </div>
        <FormFailure sent={sent}>{refusal && <Written text={sent?.values.text} />}</FormFailure>
        {refusal
          ? (
            <AskRefusal {...{ refusal, address, sent }}>
              <ButtonLink href={paths.connections()} variant="outline">
                See Your Connections
              </ButtonLink>
            </AskRefusal>
          )
          : (
            <form className="stack gap-5" method="post" action={pagePaths.askAlumni()}>
              <Select
                {...fieldOf(sent, "topic", topic)}
                label="What is it about?"
                id="question-topic"
                options={topics}
                placeholder="Choose a topic"
                required
              />
              <TextArea
                {...fieldOf(sent, "text", text)}
                label="Your question"
                id="question-text"
                rows={7}
                required
                hint={`Don't sign it: alumni see it without your name. Up to ${
                  textLimits.note.toLocaleString("en-US")
                } characters.`}
              />
              <WhatHappens shown={shown} />
              <Button type="submit" name="does" value="preview" size="3">Preview question</Button>
            </form>
          )}
      </Card>
    </div>
  );
}

function WhatHappens({ shown }: { readonly shown: ShownOfAsker }) {
  return (
    <section className="stack gap-2" aria-labelledby="what-happens-title">
      <Heading as="h2" size="3" id="what-happens-title">What happens next</Heading>
      <ul className="bullets stack gap-2">
        <li>
          Alumni see your question and “{cadetText(shown)}”, but not your name.
        </li>
        <li>The person who answers sees your name.</li>
        <li>
          If no one answers within{" "}
          {spelled(passedToStaffDays, "day")}, program staff see your question with your name.
        </li>
        <li>
          We'll email you when someone answers. Without an answer, it ends after{" "}
          {spelled(questionEndsDays, "day")}.
        </li>
        <li>Until then, it counts as one open request.</li>
      </ul>
    </section>
  );
}

interface PreviewPageProps extends NewQuestion {
  readonly shown: ShownOfAsker;
}

/** The second step: the question exactly as alumni will see it. */
export function PreviewQuestionPage({ topic, text, shown }: PreviewPageProps) {
  return (
    <div className="shell-column page-read stack gap-4">
      <Card className="stack gap-5" aria-labelledby="preview-title">
        <Heading as="h1" size="8" id="preview-title">What alumni will see</Heading>
        <AsAlumniSeeIt {...{ topic, text, ...shown }} />
        <Notice title="Your name isn't shown">
          <Text as="p">
            Check that you didn't sign it. Only the person who answers sees your name, and program
            staff if no one answers within {spelled(passedToStaffDays, "day")}.
          </Text>
        </Notice>
        <ActionForm
          className="row gap-3"
          action={pagePaths.askAlumni()}
          hidden={{ topic, text }}
        >
          <Button type="submit" name="does" value="send" size="3">Send question</Button>
          <Button type="submit" name="does" value="change" size="3" variant="outline">
            Change question
          </Button>
        </ActionForm>
      </Card>
    </div>
  );
}
