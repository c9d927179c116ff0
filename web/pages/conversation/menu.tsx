import { Button, Card, Text } from "@radix-ui/themes";
import type { ReactNode } from "react";
import type {
  ConnectionMessage,
  ConnectionWithMessages,
} from "../../../api/contract/connections.ts";
import { fieldOf } from "../../forms/form-state.ts";
import { Select } from "../../ui/fields/select.tsx";
import { options, otherName, reportWords } from "../connections/words.ts";
import { ActionForm } from "./action-form.tsx";
import type { ConversationPageProps } from "./props.ts";

/** Menu of rare actions that can't be undone. */
export function ConversationMenu(props: ConversationPageProps) {
  const { connection, sent } = props;
  const { state, asker } = connection;
  const name = otherName(connection);
  const isReporting = sent?.action === "report";
  if (state === "left") return null;
  return (
    <details className="conversation-menu" id="more-actions" open={isReporting}>
      <Button asChild size="2" variant="outline" color="gray">
        <summary>More actions</summary>
      </Button>
      <Card asChild size="3" className="conversation-menu-panel ruled">
        <div>
          {state === "requested" && asker && (
            <Item id="withdraw" title="Withdraw your request">
              <ActionForm to={props} name="withdraw">
                <Text as="p">{name} won't be asked anymore. You can then ask someone else.</Text>
                <Button type="submit" size="3" color="red">Withdraw request</Button>
              </ActionForm>
            </Item>
          )}
          {state === "accepted" && (
            <Item id="end" title="End this conversation">
              <ActionForm to={props} name="end">
                <Text as="p">
                  You and {name} can't write here anymore. We'll tell{" "}
                  {name}. You can both read the messages for a while.
                </Text>
                <Button type="submit" size="3" color="red">End conversation</Button>
              </ActionForm>
            </Item>
          )}
          <Item id="block" title={`Block ${name}`}>
            <ActionForm to={props} name="block">
              <Text as="p">
                Your request or conversation with {name}{" "}
                ends. You won't see what they ask you later. We don't tell them that you blocked
                them.
              </Text>
              <Button type="submit" size="3" color="red">{`Block ${name}`}</Button>
            </ActionForm>
          </Item>
          <Item id="report" title="Report a message" isOpen={isReporting}>
            <Report {...props} />
          </Item>
        </div>
      </Card>
    </details>
  );
}

interface ItemProps {
  readonly id: string;
  readonly title: string;
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

function Item({ id, title, isOpen = false, children }: ItemProps) {
  return (
    <details name="conversation-menu" id={id} open={isOpen}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}

const excerptLength = 60;

function Report(props: ConversationPageProps) {
  const { connection, sent } = props;
  const messages = messagesOfTheOther(connection);
  const refused = sent?.action === "report" ? sent : undefined;
  if (messages.length === 0) {
    return <Text as="p">{otherName(connection)} hasn't written anything here.</Text>;
  }
  return (
    <ActionForm to={props} name="report">
      <Text as="p">Staff will read the message you choose. An accepted conversation ends.</Text>
      <Select
        {...fieldOf(refused, "messageId", refused?.about)}
        label="Which message?"
        id="report-message"
        options={messages.map(({ id, text }) => ({ value: id, label: excerpt(text) }))}
      />
      <Select
        {...fieldOf(refused, "reportReason")}
        label="What's wrong with it?"
        id="report-reason"
        options={options(reportWords)}
        error={refused?.fields.reason}
      />
      <Button type="submit" size="3" color="red">Report message to staff</Button>
    </ActionForm>
  );
}

function messagesOfTheOther(
  { messages, feedback }: ConnectionWithMessages,
): readonly ConnectionMessage[] {
  return [...messages, ...feedback ? [feedback] : []].filter(({ by }) => by === "them")
    .toReversed();
}

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > excerptLength ? `${line.slice(0, excerptLength)}…` : line;
}
