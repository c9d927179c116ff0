import { FieldError, TextArea } from "../../ui/fields/field.tsx";
import { Button, Card, Text } from "@radix-ui/themes";
import { messagesBeforeAnswer } from "../../../events/connections/limits.ts";
import { spelled } from "../../../events/amounts.ts";
import type { ReactNode } from "react";
import type { Connection } from "../../../api/contract/connections.ts";
import { expiresAfterDays, textLimits } from "../../../events/connections/limits.ts";
import { helpedAnswers } from "../../../events/connections/vocabulary.ts";
import { fieldOf } from "../../forms/form-state.ts";
import { TitledCard } from "../../ui/card.tsx";
import { Select } from "../../ui/fields/select.tsx";
import {
  comingMonths,
  declineWords,
  helpedWords,
  options,
  otherName,
} from "../connections/words.ts";
import { latestId } from "../../paths.ts";
import { LocalTime } from "../connections/local-time.tsx";
import { WhoSeesContacts } from "../contacts/who-sees.tsx";
import { ActionForm, type ActionFormProps } from "./action-form.tsx";
import { ConversationMenu } from "./menu.tsx";
import { AlsoAsked } from "./also-asked.tsx";
import { Others } from "./others.tsx";
import type { ConversationPageProps } from "./props.ts";

const upTo = (max: number) => `Up to ${max.toLocaleString("en-US")} characters.`;

export function ConversationActions(props: ConversationPageProps) {
  const { connection } = props;
  const { state, asker, canGiveFeedback, messagesLeft, isSilent, undoableUntil } = connection;
  return (
    <div
      className="conversation-actions stack gap-4"
      id={latestId}
    >
      {state === "left" && (
        <Text as="p" color="gray">This conversation ended when a member left</Text>
      )}
      {state === "requested" && !asker && <Answering {...props} />}
      {state === "requested" && asker && (
        <>
          {isSilent && <Others {...props} />}
          {messagesLeft === 0
            ? (
              <Text as="p" color="gray">
                You've written {spelled(messagesBeforeAnswer, "message")}. You can write again when
                {" "}
                {otherName(connection)} answers.
              </Text>
            )
            : <Writing {...props} label="Write to them" />}
        </>
      )}
      {undoableUntil !== null && <Undoing to={props} until={undoableUntil} />}
      {state === "accepted" && <Writing {...props} label="Your message" />}
      <AlsoAsked {...props} />
      {canGiveFeedback && <Helped {...props} />}
      {["declined", "withdrawn", "expired"].includes(state) && (
        <Text as="p" color="gray">This request is closed. You can't add anything to it.</Text>
      )}
      {state === "ended" && !canGiveFeedback && (
        <Text as="p" color="gray">This conversation has ended.</Text>
      )}
      <ConversationMenu {...props} />
    </div>
  );
}

function Answering(props: ConversationPageProps) {
  const { connection, now, isSignedIn, sent } = props;
  const refused = (action: string) => sent?.action === action ? sent : undefined;
  const [declining, asking] = [refused("decline"), refused("message")];
  return (
    <>
      <TitledCard className="conversation-card gap-4" title="Can you help?" titleId="answer-title">
        <Text as="p" size="2" color="gray">
          {connection.isWaiting
            ? "The request expires if you don't answer within "
            : `The request expires if ${otherName(connection)} doesn't reply to you within `}
          {expiresAfterDays} days.
        </Text>
        <ActionForm to={props} name="accept">
          <TextArea
            {...fieldOf(refused("accept"), "note")}
            label="Your first message (optional)"
            id="accept-note"
            rows={3}
            hint={upTo(textLimits.note)}
          />
          <Button type="submit" size="3">Accept request</Button>
        </ActionForm>
      </TitledCard>
      <Fold id="decline" title="Decline" isOpen={declining !== undefined}>
        <ActionForm to={props} name="decline">
          <Text as="p">If you can't help, please say no, so they can ask someone else.</Text>
          <Select
            {...fieldOf(declining, "reason")}
            label="Reason"
            id="decline-reason"
            placeholder="I'd rather not say"
            options={options(declineWords)}
          />
          <TextArea
            {...fieldOf(declining, "note")}
            label="Your note (optional)"
            id="decline-note"
            rows={3}
            hint={upTo(textLimits.note)}
          />
          <Select
            {...fieldOf(declining, "pauseUntil")}
            label="Pause new requests until"
            id="decline-pause"
            placeholder="Don't pause"
            options={isSignedIn ? comingMonths(now) : comingMonths(now).slice(0, 1)}
          />
          <Button type="submit" size="3" color="red">Decline request</Button>
        </ActionForm>
      </Fold>
      <Fold id="question" title="Ask a question first" isOpen={asking !== undefined}>
        <MessageForm label={`Your question to ${otherName(connection)}`} to={props} sent={asking} />
      </Fold>
    </>
  );
}

interface UndoingProps {
  readonly to: ConversationPageProps;
  readonly until: string;
}

/**
 * Offered for a day after an answer: some mail programs press buttons, and people press the wrong
 * one.
 */
function Undoing({ to, until }: UndoingProps) {
  const { state } = to.connection;
  return (
    <ActionForm to={to} name="undo" id="undo-answer">
      <Text as="p" size="2" color="gray">
        You {state} this request. If that was a mistake, you can undo it until{" "}
        <LocalTime at={until} hasTime />. The request then waits for your answer again, and we'll
        tell {otherName(to.connection)}.
      </Text>
      <Button type="submit" size="3" variant="outline">Undo my answer</Button>
    </ActionForm>
  );
}

/**
 * Whether the page has a form that shows the refused text again. A note of an answer can be sent as
 * a message.
 */
export function hasFormFor(action: string, connection: Connection): boolean {
  const { state, asker, canGiveFeedback, messagesLeft } = connection;
  if (action === "feedback") return canGiveFeedback;
  if (state === "requested" && asker) return action === "message" && messagesLeft !== 0;
  return state === "accepted" || state === "requested";
}

function Writing({ label, ...props }: ConversationPageProps & { readonly label: string }) {
  const { connection, sent } = props;
  const { messagesLeft } = connection;
  const text = sent?.values.text ?? sent?.values.note;
  return (
    <TitledCard className="conversation-card gap-4" title="Write" titleId="write-title">
      {messagesLeft !== null && (
        <Text as="p" size="2" color="gray">
          You can write {messagesLeft === 1 ? "one more message" : `${messagesLeft} messages`}{" "}
          before {otherName(connection)} answers.
        </Text>
      )}
      <MessageForm
        label={label}
        to={props}
        sent={sent && { ...sent, values: text === undefined ? {} : { text } }}
      />
    </TitledCard>
  );
}

function MessageForm(
  { label, to, sent }: Pick<ConversationPageProps, "sent"> & Pick<ActionFormProps, "to"> & {
    readonly label: string;
  },
) {
  return (
    <ActionForm to={to} name="message">
      <TextArea
        {...fieldOf(sent, "text")}
        label={label}
        id="message-text"
        required
        hint={`${upTo(textLimits.message)} It goes to them without your email address.`}
      />
      <WhoSeesContacts member={to.reader} />
      <Button type="submit" data-pending="Sending…" size="3">Send message</Button>
    </ActionForm>
  );
}

function Helped(props: ConversationPageProps) {
  const { sent } = props;
  const refused = sent?.action === "feedback" ? sent : undefined;
  const error = refused?.fields.helped;
  return (
    <TitledCard className="conversation-card gap-4" title="Did this help?" titleId="helped-title">
      <ActionForm to={props} name="feedback">
        <fieldset
          className="conversation-choices row gap-4"
          aria-labelledby="helped-title"
          aria-describedby={error && "helped-error"}
        >
          {helpedAnswers.map((value) => (
            <label key={value} className="conversation-choice choice">
              <input
                type="radio"
                name="helped"
                value={value}
                defaultChecked={refused?.values.helped === value}
              />
              {helpedWords[value]}
            </label>
          ))}
          {error && <FieldError id="helped-error">{error}</FieldError>}
        </fieldset>
        <TextArea
          {...fieldOf(refused, "words")}
          label="A thank-you note (optional)"
          id="feedback-words"
          rows={3}
          hint={`${upTo(textLimits.words)} Your note goes to ${
            otherName(props.connection)
          }. Your answer above is only counted.`}
        />
        <Button type="submit" size="3">Send answer</Button>
      </ActionForm>
    </TitledCard>
  );
}

interface FoldProps {
  readonly id: string;
  readonly title: string;
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

function Fold({ id, title, isOpen, children }: FoldProps) {
  return (
    <Card asChild size="3" className="conversation-fold">
      <details id={id} open={isOpen}>
        <summary>{title}</summary>
        {children}
      </details>
    </Card>
  );
}
