import type { ReactNode } from "react";
import type {
  ConnectionMessage,
  ConnectionWithMessages,
} from "../../../api/contract/connections.ts";
import { smallPictureAt } from "../../../api/contract/picture-path.ts";
import type { FormState } from "../../forms/form-state.ts";
import { initials } from "../../islands/profile/display.ts";
import { pagePaths, paths } from "../../paths.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Card } from "../../ui/card.tsx";
import { Select } from "../../ui/select.tsx";
import { TagList } from "../../ui/tag-list.tsx";
import {
  dateText,
  options,
  otherName,
  reportWords,
  roleText,
  stateText,
  timeText,
} from "../connections/words.ts";
import { ActionForm, WhatCanBeDone } from "./forms.tsx";

/** A form of the conversation that was refused, and which one it was. */
export type RefusedAction = FormState & { readonly action: string; readonly about?: string };

export interface ConversationPageProps {
  readonly connection: ConnectionWithMessages;
  readonly now: Date;
  /** Where its forms post. */
  readonly action: string;
  /** Whether others' profiles can be read from here: by a mailed link they cannot. */
  readonly isSignedIn: boolean;
  readonly sent?: RefusedAction | undefined;
  /** Stands above everything else. */
  readonly top: ReactNode;
}

/** One conversation: who, what about, what was written, and what can be done now. */
export function ConversationPage(props: ConversationPageProps) {
  const { connection, action, isSignedIn, sent, top } = props;
  const { with: other, topics, messages, feedback, askedAt, isWaiting } = connection;
  const name = otherName(connection);
  // Where the form is gone that it was written in, it can still be copied.
  const isOver = !["requested", "accepted"].includes(connection.state);
  const written = sent?.values.text ?? sent?.values.note;
  return (
    <div
      className="shell-column conversation"
      data-live={isSignedIn ? pagePaths.liveConnection(connection.id) : undefined}
    >
      {top}
      {sent?.failure && (
        <Callout tone="danger" title={sent.failure.title}>
          <p>{sent.failure.message}</p>
          {isOver && written !== undefined && (
            <>
              <p>You wrote:</p>
              <p className="conversation-text">{written}</p>
            </>
          )}
        </Callout>
      )}
      <Card className="conversation-head">
        <Avatar
          initials={other === null ? "?" : initials(other)}
          image={smallPictureAt(other?.profileImageUrl ?? null)}
        />
        <div className="conversation-who">
          <h1>{name}</h1>
          <p className="conversation-quiet">
            {[other && roleText(other), askedAt && `Asked on ${dateText(askedAt)}`]
              .filter(Boolean).join(" · ")}
          </p>
          {topics.length > 0 && <TagList label="Topics" tags={topics} />}
          <p className="conversation-state">
            <Badge tone={isWaiting ? "amber" : "outline"}>{stateText(connection)}</Badge>
            {isSignedIn && other !== null && (
              <a href={paths.member(other.id)}>
                View Profile<span className="visually-hidden">{` of ${name}`}</span>
              </a>
            )}
          </p>
        </div>
      </Card>
      <section aria-labelledby="messages-title">
        <h2 id="messages-title" className="visually-hidden">Messages</h2>
        <div className="conversation-log" role="log" aria-labelledby="messages-title">
          {messages.length === 0
            ? <p className="conversation-quiet">There are no messages any more.</p>
            : (
              <ol className="conversation-messages" role="list">
                {messages.map((message) => (
                  <li
                    key={message.id}
                    id={`message-${message.id}`}
                    className={`conversation-by-${message.by}`}
                  >
                    <Message message={message} name={name} />
                    {message.by === "them" && connection.state !== "left" && (
                      <Report message={message} action={action} sent={sent} />
                    )}
                  </li>
                ))}
              </ol>
            )}
        </div>
        {isSignedIn && <p className="conversation-live" role="status" />}
      </section>
      {feedback && (
        <section className="conversation-feedback" aria-labelledby="feedback-title">
          <h2 id="feedback-title">About this help</h2>
          <div className={`conversation-by-${feedback.by}`}>
            <Message message={feedback} name={name} />
            {feedback.by === "them" && connection.state !== "left" && (
              <Report message={feedback} action={action} sent={sent} />
            )}
          </div>
        </section>
      )}
      <WhatCanBeDone {...props} />
    </div>
  );
}

interface MessageProps {
  readonly message: ConnectionMessage;
  readonly name: string;
}

function Message({ message: { by, at, text }, name }: MessageProps) {
  return (
    <article className="conversation-message">
      <h3 className="conversation-author">
        {by === "you" ? "You" : name}
        <time dateTime={at}>{timeText(at)}</time>
      </h3>
      <p className="conversation-text">{text}</p>
    </article>
  );
}

interface ReportProps {
  readonly message: ConnectionMessage;
  readonly action: string;
  readonly sent: RefusedAction | undefined;
}

function Report({ message: { id, at }, action, sent }: ReportProps) {
  const isSent = sent?.action === "report" && sent.about === id;
  return (
    <details className="conversation-report" open={isSent}>
      <summary>
        Report<span className="visually-hidden">{` the message of ${timeText(at)}`}</span>
      </summary>
      <ActionForm action={action} name="report">
        <input type="hidden" name="messageId" value={id} />
        <p>Staff of the program will read this message. An accepted conversation ends with it.</p>
        <Select
          label="What is wrong with it?"
          name="reportReason"
          id={`report-${id}`}
          options={options(reportWords)}
          error={isSent ? sent.fields.reason : undefined}
        />
        <Button type="submit" variant="danger" size="small">Report to Staff</Button>
      </ActionForm>
    </details>
  );
}
