import { Button, Link, Text } from "@radix-ui/themes";
import type { OtherRequests } from "../../../api/contract/connections.ts";
import { counted } from "../../../events/amounts.ts";
import { alsoAskedId, pagePaths } from "../../paths.ts";
import { TitledCard } from "../../ui/card.tsx";
import { otherName, stateText } from "../connections/words.ts";
import { ActionForm } from "./action-form.tsx";
import type { ConversationPageProps } from "./props.ts";

const lists = new Intl.ListFormat("en", { type: "conjunction" });

/**
 * Shown after an acceptance: the asker's other open requests about the same topics, withdrawn with
 * one press.
 */
export function AlsoAsked(props: ConversationPageProps) {
  const { connection, alsoAsked, isSignedIn } = props;
  const { requests, questionId } = alsoAsked;
  const count = countOf(alsoAsked);
  if (count === 0) return null;
  const others = counted(count, "other request");
  const ids = [...requests.map(({ id }) => id), ...questionId === null ? [] : [questionId]];
  return (
    <TitledCard
      className="conversation-card gap-4"
      id={alsoAskedId}
      title="Still need the others?"
      titleId="also-asked-title"
    >
      <Text as="p">{alsoAskedText(alsoAsked)}</Text>
      {isSignedIn
        ? (
          <>
            <ul className="stack gap-2" role="list">
              {requests.map((each) => (
                <li key={each.id}>
                  <Link href={pagePaths.connection(each.id)} dir="auto">{otherName(each)}</Link>
                  <Text size="2" color="gray">{` · ${stateText(each)}`}</Text>
                </li>
              ))}
              {questionId !== null && (
                <li>
                  <Link href={pagePaths.question(questionId)}>
                    Your question to the program's alumni
                  </Link>
                </li>
              )}
            </ul>
            <ActionForm
              to={props}
              name="withdraw-others"
              more={{ requestIds: ids.join(" ") }}
            >
              {requests.length > 0 && (
                <Text as="p" size="2" color="gray">
                  {requests.length === 1 ? "This person" : "These people"}{" "}
                  won't be asked anymore, and can help someone else.
                </Text>
              )}
              <Button type="submit" size="3" variant="outline">{`Withdraw ${others}`}</Button>
            </ActionForm>
          </>
        )
        : (
          <Text as="p">
            <Link href={pagePaths.alsoAsked(connection.id)}>{`Sign in to withdraw ${others}`}</Link>
          </Text>
        )}
    </TitledCard>
  );
}

/** Such as "You have 2 other open requests about Branch Selection." */
export function alsoAskedText(others: OtherRequests): string {
  return `You have ${counted(countOf(others), "other open request")} about ${
    lists.format(others.topics)
  }.`;
}

/** A question to the program's alumni counts as one. */
function countOf({ requests, questionId }: OtherRequests): number {
  return requests.length + (questionId === null ? 0 : 1);
}
