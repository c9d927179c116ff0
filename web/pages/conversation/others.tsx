import { Button, Heading, Link, Text } from "@radix-ui/themes";
import type { OthersWhoHelp } from "../../../api/contract/connections.ts";
import { directoryParams, emptyQuery } from "../../../api/contract/directory.ts";
import { silentAfterDays } from "../../../events/connections/limits.ts";
import { fullName } from "../../islands/profile/display.ts";
import { othersId, pagePaths, paths } from "../../paths.ts";
import { TitledCard } from "../../ui/card.tsx";
import { TagList } from "../../ui/tag-list.tsx";
import { otherName, roleText } from "../connections/words.ts";
import { ActionForm } from "./action-form.tsx";
import type { ConversationPageProps } from "./props.ts";
import { MemberAvatar } from "../member-avatar.tsx";

/** Lets the asker ask someone else when the mentor hasn't answered for a week. */
export function Others(props: ConversationPageProps) {
  const { connection, others, isSignedIn } = props;
  const name = otherName(connection);
  return (
    <TitledCard
      className="conversation-card gap-4"
      id={othersId}
      title="No answer yet? Ask someone else"
      titleId="others-title"
    >
      {!isSignedIn
        ? (
          <Text as="p">
            {name} hasn't answered for {silentAfterDays} days.{" "}
            <Link href={pagePaths.others(connection.id)}>
              Sign in to see others who help with this
            </Link>
          </Text>
        )
        : others?.refusal
        ? <Text as="p">{others.refusal}</Text>
        : others === undefined || others.others.length === 0
        ? <NoOthers {...props} isKnown={others !== undefined} />
        : (
          <>
            <Text as="p">
              Your note goes to the person you choose, and your request to {name}{" "}
              is withdrawn. We don't tell {name} that you asked someone else.
            </Text>
            <ul className="stack gap-4" role="list">
              {others.others.map((other) => (
                <li key={other.profile.userId}>
                  <Other {...other} to={props} />
                </li>
              ))}
            </ul>
          </>
        )}
    </TitledCard>
  );
}

type OtherProps = OthersWhoHelp["others"][number] & { readonly to: ConversationPageProps };

function Other({ profile, topics, to }: OtherProps) {
  const { user, userId, armyBranch, industry, location } = profile;
  const facts = [roleText(user), armyBranch, industry, location].filter(Boolean);
  return (
    <article className="beside" aria-labelledby={`other-${userId}`}>
      <MemberAvatar of={user} id={userId} />
      <div className="stack gap-2 breakable">
        <Heading as="h3" size="3" id={`other-${userId}`}>
          <Link href={paths.member(userId)} dir="auto">{fullName(user)}</Link>
        </Heading>
        <Text as="p" size="2" color="gray" dir="auto">{facts.join(" · ")}</Text>
        <TagList label="Topics that you would ask about" tags={topics} />
        <ActionForm to={to} name="ask-instead">
          <input type="hidden" name="memberId" value={userId} />
          <Button type="submit" size="3" variant="outline">
            {`Ask ${user.firstName.trim() || "them"} instead`}
          </Button>
        </ActionForm>
      </div>
    </article>
  );
}

interface NoOthersProps extends Pick<ConversationPageProps, "connection"> {
  readonly isKnown: boolean;
}

function NoOthers({ connection: { topics }, isKnown }: NoOthersProps) {
  const list = new Intl.ListFormat("en", { type: "disjunction" }).format(topics);
  const withTopics = list === "" ? "" : ` with ${list}`;
  const search = directoryParams({ ...emptyQuery, helpTopics: topics });
  return (
    <Text as="p">
      {isKnown && topics.length > 0 && `No one else who helps${withTopics} takes requests now. `}
      <Link href={`${paths.directory()}?${search}`}>See everyone who helps{withTopics}</Link>
    </Text>
  );
}
