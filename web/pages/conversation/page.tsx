import type { ReactNode } from "react";
import type { ConnectionWithMessages, OthersWhoHelp } from "../../../api/contract/connections.ts";
import { smallPictureAt } from "../../../api/contract/picture-path.ts";
import type { Arrival } from "../../../api/relay/arrivals.ts";
import type { SeenProfile } from "../../../api/contract/profile.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { FormFailure } from "../../forms/form-failure.tsx";
import type { FormState } from "../../forms/form-state.ts";
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

/** A form of the conversation that was refused, and which one it was. */
export type RefusedAction = FormState & { readonly action: string; readonly about?: string };

export interface ConversationPageProps {
  readonly connection: ConnectionWithMessages;
  readonly now: Date;
  readonly reader: MemberRecord;
  readonly action: string;
  /** Token that they send along when there is no session: by a mailed link. */
  readonly formToken?: string | undefined;
  /** Whether the reader is signed in: by a mailed link, there are no links to profiles. */
  readonly isSignedIn: boolean;
  readonly sent?: RefusedAction | undefined;
  /** The asker's profile, as shared with the reader; `undefined` when the reader asked. */
  readonly asker?: SeenProfile | null | undefined;
  /** Others who can be asked instead; `undefined` if they are not looked up. */
  readonly others?: OthersWhoHelp | undefined;
  /** The reader's own mails about this conversation, the oldest first. */
  readonly byMail: readonly Arrival[];
  /** Whether earlier messages are shown; the latest without it. */
  readonly part?: "earlier" | undefined;
  /** Shown above everything else. */
  readonly top: ReactNode;
}

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
          <p className="row row-wide">
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
