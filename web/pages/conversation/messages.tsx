import type { ConnectionMessage } from "../../../api/contract/connections.ts";
import { laterMessagesId, pagePaths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/select.tsx";
import { options, otherName, reportWords, timeText } from "../connections/words.ts";
import { ActionForm, type ActionFormProps, latestId } from "./forms.tsx";
import type { ConversationPageProps, RefusedAction } from "./page.tsx";

/** What was written, the oldest first, with the way to what was written before. */
export function Messages(props: ConversationPageProps) {
  const { connection, action, isSignedIn, part } = props;
  const { messages, before, feedback } = connection;
  return (
    <>
      <section className="conversation-section" aria-labelledby="messages-title">
        <h2 id="messages-title" className={part === "earlier" ? undefined : "visually-hidden"}>
          {part === "earlier" ? "Earlier messages" : "Messages"}
        </h2>
        {before !== null && (
          <p className="conversation-earlier">
            <a href={pagePaths.earlierMessages(action, before)}>Show earlier messages</a>
            <span role="status" />
          </p>
        )}
        <div
          className="conversation-log"
          role={part === "earlier" ? undefined : "log"}
          aria-labelledby="messages-title"
        >
          {messages.length === 0 && part !== "news"
            ? <p className="conversation-quiet">There are no messages anymore.</p>
            : (
              <ol className="conversation-messages" role="list" data-part={part}>
                {messages.map((message) => (
                  <li
                    key={message.id}
                    id={`message-${message.id}`}
                    className={`conversation-by-${message.by}`}
                  >
                    <Message {...props} message={message} />
                  </li>
                ))}
              </ol>
            )}
        </div>
        {part === "earlier" && (
          <p id={laterMessagesId} className="conversation-later">
            <a href={`${action}#${latestId}`}>Show latest messages</a>
          </p>
        )}
        {isSignedIn && part !== "earlier" && <p className="conversation-live" role="status" />}
      </section>
      {feedback && (
        <section className="conversation-feedback" aria-labelledby="feedback-title">
          <h2 id="feedback-title">About this help</h2>
          <div className={`conversation-by-${feedback.by}`}>
            <Message {...props} message={feedback} />
          </div>
        </section>
      )}
    </>
  );
}

interface MessageProps extends ConversationPageProps {
  readonly message: ConnectionMessage;
}

function Message({ message, ...props }: MessageProps) {
  const { connection, sent } = props;
  const { by, at, text } = message;
  return (
    <>
      <article className="conversation-message">
        <h3 className="conversation-author">
          {by === "you" ? "You" : otherName(connection)}
          <time dateTime={at}>{timeText(at)}</time>
        </h3>
        <p className="conversation-text">{text}</p>
      </article>
      {by === "them" && connection.state !== "left" && (
        <Report message={message} to={props} sent={sent} />
      )}
    </>
  );
}

interface ReportProps extends Pick<ActionFormProps, "to"> {
  readonly message: ConnectionMessage;
  readonly sent: RefusedAction | undefined;
}

function Report({ message: { id, at }, to, sent }: ReportProps) {
  const isSent = sent?.action === "report" && sent.about === id;
  return (
    <details className="conversation-report" open={isSent}>
      <summary>
        Report<span className="visually-hidden">{` the message of ${timeText(at)}`}</span>
      </summary>
      <ActionForm to={to} name="report">
        <input type="hidden" name="messageId" value={id} />
        <p>Staff of the program will read this message. An accepted conversation ends with it.</p>
        <Select
          label="What is wrong with it?"
          name="reportReason"
          id={`report-${id}`}
          options={options(reportWords)}
          defaultValue={isSent ? sent.values.reportReason : undefined}
          error={isSent ? sent.fields.reason : undefined}
        />
        <Button type="submit" variant="danger" size="small">Report to Staff</Button>
      </ActionForm>
    </details>
  );
}
