import type { ConnectionMessage } from "../../../api/contract/connections.ts";
import { laterMessagesId, latestId, pagePaths } from "../../paths.ts";
import { LocalTime } from "../connections/local-time.tsx";
import { otherName } from "../connections/words.ts";
import { LeftOutOf } from "./by-mail.tsx";
import type { ConversationPageProps } from "./props.ts";

/** Messages, oldest first, with a link to earlier ones. */
export function Messages(props: ConversationPageProps) {
  const { connection, action, isSignedIn, part } = props;
  const { messages, before, feedback } = connection;
  return (
    <>
      <section className="stack" id="messages-part" aria-labelledby="messages-title">
        <h2 id="messages-title" className={part === "earlier" ? undefined : "visually-hidden"}>
          {part === "earlier" ? "Earlier messages" : "Messages"}
        </h2>
        {before !== null && (
          <p className="conversation-earlier tall-links">
            <a href={pagePaths.earlierMessages(action, before)}>Show earlier messages</a>
          </p>
        )}
        <div
          className="conversation-log"
          role={part === "earlier" ? undefined : "log"}
          aria-labelledby="messages-title"
        >
          {messages.length === 0
            ? <p className="note">The messages have been deleted.</p>
            : (
              <ol className="conversation-messages stack" id="messages" role="list">
                {messages.map((message) => (
                  <li
                    key={message.id}
                    id={`message-${message.id}`}
                    className={`conversation-by-${message.by} stack gap-1`}
                  >
                    <Message connection={connection} message={message} />
                    <LeftOutOf messageId={message.id} on={props} />
                  </li>
                ))}
              </ol>
            )}
        </div>
        {part === "earlier" && (
          <p id={laterMessagesId} className="conversation-later tall-links">
            <a href={`${action}#${latestId}`}>Show latest messages</a>
          </p>
        )}
        {isSignedIn && part !== "earlier" && <p className="conversation-live note" role="status" />}
      </section>
      {feedback && (
        <section className="stack" id="feedback" aria-labelledby="feedback-title">
          <h2 id="feedback-title">Thank-you note</h2>
          <div className={`conversation-by-${feedback.by}`}>
            <Message connection={connection} message={feedback} />
          </div>
        </section>
      )}
    </>
  );
}

interface MessageProps {
  readonly connection: ConversationPageProps["connection"];
  readonly message: ConnectionMessage;
}

function Message({ connection, message: { by, at, text } }: MessageProps) {
  return (
    <article className="card conversation-message stack gap-1">
      <h3 className="conversation-author">
        {by === "you" ? "You" : otherName(connection)}
        <LocalTime at={at} hasTime />
      </h3>
      <p className="conversation-text">{text}</p>
    </article>
  );
}
