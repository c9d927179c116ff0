import { Button, Link, Text } from "@radix-ui/themes";
import type { OtherRequests } from "../../../api/contract/connections.ts";
import { counted } from "../../../events/amounts.ts";
import { alsoAskedId, pagePaths } from "../../paths.ts";
import { TitledCard } from "../../ui/card.tsx";
import { otherName, stateText } from "../connections/words.ts";
import { ActionForm } from "./action-form.tsx";
import type { ConversationPageProps } from "./props.ts";

const lists = new Intl.ListFormat("en", { type: "conjunction" });

/** After a yes: the asker's other open requests about the same topics, which one press withdraws. */
export function AlsoAsked(props: ConversationPageProps) {
  const { connection, alsoAsked, isSignedIn } = props;
  const { requests } = alsoAsked;
  if (requests.length === 0) return null;
  const others = counted(requests.length, "other request");
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
            </ul>
            <ActionForm
              to={props}
              name="withdraw-others"
              more={{ requestIds: requests.map(({ id }) => id).join(" ") }}
            >
              <Text as="p" size="2" color="gray">
                {requests.length === 1 ? "This person" : "These people"}{" "}
                won't be asked anymore, and can help someone else.
              </Text>
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
export function alsoAskedText({ topics, requests }: OtherRequests): string {
  return `You have ${counted(requests.length, "other open request")} about ${
    lists.format(topics)
  }.`;
}
