import { Badge, DataList, Heading, Link, Text } from "@radix-ui/themes";
import { FormFailure } from "../../forms/form-failure.tsx";
import { classText } from "../../islands/profile/display.ts";
import { latestId, pagePaths, paths } from "../../paths.ts";
import { Card } from "../../ui/card.tsx";
import { TagList } from "../../ui/tag-list.tsx";
import { textIn, Written } from "../connections/written.tsx";
import { LocalTime } from "../connections/local-time.tsx";
import { otherName, roleText, stateText } from "../connections/words.ts";
import { ByMail } from "./by-mail.tsx";
import { ConversationActions, hasFormFor } from "./forms.tsx";
import { Messages } from "./messages.tsx";
import type { ConversationPageProps } from "./props.ts";
import type { ReactNode } from "react";
import type { SeenProfile } from "../../../api/contract/profile.ts";
import { MemberAvatar } from "../member-avatar.tsx";

export function ConversationPage(props: ConversationPageProps) {
  const { connection, isSignedIn, sent, profile, top, part } = props;
  const { with: other, topics, askedAt, isWaiting } = connection;
  const name = otherName(connection);
  return (
    <div
      className="shell-column page-read conversation stack gap-4"
      id="conversation"
      data-drafts={isSignedIn ? connection.id : undefined}
      data-live={isSignedIn && part !== "earlier"
        ? pagePaths.liveConnection(connection.id)
        : undefined}
      data-newest={sent === undefined && part === undefined ? latestId : undefined}
    >
      {top}
      {sent && (
        <div id="refused">
          <FormFailure sent={sent}>
            {!hasFormFor(sent.action, connection) && <Written text={textIn(sent.values)} />}
          </FormFailure>
        </div>
      )}
      <Card className="beside" id="conversation-head">
        <MemberAvatar of={other} />
        <div className="stack gap-2">
          <Heading as="h1" size="8">{name}</Heading>
          <Text as="p" size="2" color="gray">
            {other && roleText(other)}
            {askedAt && (
              <>
                {other && roleText(other) ? " · Asked on " : "Asked on "}
                <LocalTime at={askedAt} />
              </>
            )}
          </Text>
          {!connection.asker && other !== null && (
            <Asker profile={profile} name={name} isSignedIn={isSignedIn} />
          )}
          {topics.length > 0 && <TagList label="Topics" tags={topics} />}
          <Text as="p" className="row gap-4">
            <Badge color={isWaiting ? "amber" : "gray"}>{stateText(connection)}</Badge>
            {isSignedIn && other !== null && profile !== null && (
              <Link href={paths.member(other.id)}>
                View Profile<span className="visually-hidden">{` of ${name}`}</span>
              </Link>
            )}
          </Text>
        </div>
      </Card>
      <Messages {...props} />
      <ByMail {...props} />
      <ConversationActions {...props} />
    </div>
  );
}

interface AskerProps {
  /** The parts of the profile that the reader may see; `null` for none. */
  readonly profile: SeenProfile | null;
  readonly name: string;
  /** Whether the reader is signed in: by a mailed link, only year and branch are shown. */
  readonly isSignedIn: boolean;
}

/** The parts of the asker's profile that they share with the mentor. */
function Asker({ profile, name, isSignedIn }: AskerProps) {
  if (profile === null) {
    return <Text as="p" size="2" color="gray">{name} hasn't shared a profile.</Text>;
  }
  const { user, classYear, armyBranch, rank, location, bio } = profile;
  const work = [profile.jobTitle, profile.company ?? profile.industry].filter(Boolean).join(", ");
  const facts: (readonly [string, ReactNode])[] = [
    ["Class year", classYear && classText(profile)],
    [user.role === "cadet" ? "Branch of interest" : "Branch", armyBranch],
    ...isSignedIn ? [["Rank", rank], ["Work", work], ["Location", location]] as const : [],
  ];
  return (
    <>
      <DataList.Root size="2" className="conversation-asker row">
        {facts.filter(([, value]) => value).map(([term, value]) => (
          <DataList.Item key={term}>
            <DataList.Label>{term}</DataList.Label>
            <DataList.Value dir="auto">{value}</DataList.Value>
          </DataList.Item>
        ))}
      </DataList.Root>
      {isSignedIn && bio && <Text as="p" dir="auto" className="conversation-bio">{bio}</Text>}
    </>
  );
}
