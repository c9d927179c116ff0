import { Card, Heading, Link, Text } from "@radix-ui/themes";
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
        <Heading
          as="h2"
          size="6"
          id="messages-title"
          className={part === "earlier" ? undefined : "visually-hidden"}
        >
          {part === "earlier" ? "Earlier messages" : "Messages"}
        </Heading>
        {before !== null && (
          <Text as="p" className="conversation-earlier tall-links">
            <Link href={pagePaths.earlierMessages(action, before)}>Show earlier messages</Link>
          </Text>
        )}
        <div
          className="conversation-log"
          role={part === "earlier" ? undefined : "log"}
          aria-labelledby="messages-title"
        >
          {messages.length === 0
            ? <Text as="p" size="2" color="gray">The messages have been deleted.</Text>
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
          <Text as="p" id={laterMessagesId} className="conversation-later tall-links">
            <Link href={`${action}#${latestId}`}>Show latest messages</Link>
          </Text>
        )}
        {isSignedIn && part !== "earlier" && (
          <Text as="p" size="2" color="gray" role="status" className="conversation-live" />
        )}
      </section>
      {feedback && (
        <section className="stack" id="feedback" aria-labelledby="feedback-title">
          <Heading as="h2" size="6" id="feedback-title">Thank-you note</Heading>
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
    <Card asChild size="3" className="conversation-message stack gap-1">
      <article>
        <Heading as="h3" size="3" className="conversation-author">
          {by === "you" ? "You" : otherName(connection)}
          <LocalTime at={at} hasTime />
        </Heading>
        <Text as="p" className="conversation-text">{text}</Text>
      </article>
    </Card>
  );
}
