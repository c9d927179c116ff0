import { smallPictureAt } from "../../../api/contract/picture-path.ts";
import { FormFailure } from "../../forms/form-failure.tsx";
import { initials } from "../../islands/profile/display.ts";
import { latestId, pagePaths, paths } from "../../paths.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { TagList } from "../../ui/tag-list.tsx";
import { textIn, Written } from "../connections/written.tsx";
import { LocalTime } from "../connections/local-time.tsx";
import { otherName, roleText, stateText } from "../connections/words.ts";
import { Asker } from "./asker.tsx";
import { ByMail } from "./by-mail.tsx";
import { hasFormFor, WhatCanBeDone } from "./forms.tsx";
import { Messages } from "./messages.tsx";
import type { ConversationPageProps } from "./props.ts";

export function ConversationPage(props: ConversationPageProps) {
  const { connection, isSignedIn, sent, asker, top, part } = props;
  const { with: other, topics, askedAt, isWaiting } = connection;
  const name = otherName(connection);
  return (
    <div
      className="shell-column page-read conversation stack gap-4"
      id="conversation"
      data-part="pieces"
      data-live={isSignedIn && part !== "earlier"
        ? pagePaths.liveConnection(connection.id)
        : undefined}
      data-newest={sent === undefined && part === undefined ? latestId : undefined}
    >
      {top}
      <FormFailure sent={sent}>
        {sent && !hasFormFor(sent.action, connection) && <Written text={textIn(sent.values)} />}
      </FormFailure>
      <Card className="beside" id="conversation-head" data-piece="">
        <Avatar
          initials={other === null ? "?" : initials(other)}
          image={smallPictureAt(other?.profileImageUrl ?? null)}
        />
        <div className="stack gap-2">
          <h1>{name}</h1>
          <p className="note">
            {other && roleText(other)}
            {askedAt && (
              <>
                {other && roleText(other) ? " · Asked on " : "Asked on "}
                <LocalTime at={askedAt} />
              </>
            )}
          </p>
          {asker !== undefined && <Asker profile={asker} name={name} isSignedIn={isSignedIn} />}
          {topics.length > 0 && <TagList label="Topics" tags={topics} />}
          <p className="row gap-4">
            <Badge tone={isWaiting ? "amber" : "outline"}>{stateText(connection)}</Badge>
            {isSignedIn && other !== null && (
              <a href={paths.member(other.id)}>
                View Profile<span className="visually-hidden">{` of ${name}`}</span>
              </a>
            )}
          </p>
        </div>
      </Card>
      <Messages {...props} />
      <ByMail {...props} />
      <WhatCanBeDone {...props} />
    </div>
  );
}
