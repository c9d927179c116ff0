import { Badge, Card, Heading, Link, Text } from "@radix-ui/themes";
import type { Connection, ConnectionLists } from "../../../api/contract/connections.ts";
import type { PublicUser } from "../../../api/contract/profile.ts";
import type { Arrival } from "../../../api/features/relay/arrivals.ts";
import { pagePaths, paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NoConversationsIcon } from "../../ui/icons.tsx";
import { TagList } from "../../ui/tag-list.tsx";
import { Blocked, Mentoring, type MentoringProps } from "./settings.tsx";
import { RefusedMails } from "../conversation/by-mail.tsx";
import { LocalTime } from "./local-time.tsx";
import { lastStepAt, otherName, roleText, stateText } from "./words.ts";
import { MemberAvatar } from "../member-avatar.tsx";
import { PageHead } from "../page-head.tsx";

interface ConnectionsPageProps {
  readonly lists: ConnectionLists;
  readonly isEarlier: boolean;
  /** The member's mails that belong to no conversation. */
  readonly byMail: readonly Arrival[];
  readonly mentoring: MentoringProps;
  readonly blocked: readonly PublicUser[];
}

export function ConnectionsPage(
  { lists, isEarlier, byMail, mentoring, blocked }: ConnectionsPageProps,
) {
  const { waiting, open, past, before } = lists;
  const isEmpty = waiting.length + open.length + past.length === 0;
  return (
    <div className="shell-column page-stack">
      <PageHead title="Connections">Requests for help, and the conversations they lead to</PageHead>
      <RefusedMails mails={byMail} />
      {isEmpty
        ? (
          <EmptyState icon={<NoConversationsIcon />} title="No connections yet">
            <Text as="p">
              Find someone who can help, then press Connect on their profile.
            </Text>
            <ButtonLink href={paths.directory()}>Browse Directory</ButtonLink>
          </EmptyState>
        )
        : (
          <>
            <List
              title="Waiting for you"
              id="waiting"
              none="Nothing is waiting for you."
              of={waiting}
            />
            <List
              title="Open"
              id="open"
              none={`You have no ${
                waiting.length > 0 ? "other " : ""
              }open requests or conversations.`}
              of={open}
            />
            <List
              title={isEarlier ? "Past (older)" : "Past"}
              id="past"
              none="Nothing here yet."
              of={past}
              isPart={isEarlier || before !== undefined}
            />
            {(isEarlier || before !== undefined) && (
              <Text as="p" className="tall-links">
                {isEarlier && <Link href={`${paths.connections()}#past-title`}>Show latest</Link>}
                {before !== undefined && (
                  <Link href={pagePaths.pastConnections(before)}>Show earlier</Link>
                )}
              </Text>
            )}
          </>
        )}
      <Mentoring {...mentoring} />
      <Blocked members={blocked} />
    </div>
  );
}

interface ListProps {
  readonly title: string;
  readonly id: string;
  readonly none: string;
  readonly of: readonly Connection[];
  /** Whether there are more, so that no number is shown. */
  readonly isPart?: boolean;
}

function List({ title, id, none, of, isPart = false }: ListProps) {
  return (
    <section className="list" aria-labelledby={`${id}-title`}>
      <Heading as="h2" size="6" id={`${id}-title`}>
        {title} {!isPart && <span className="note">({of.length})</span>}
      </Heading>
      {of.length === 0
        ? <Text as="p" size="2" color="gray">{none}</Text>
        : <ConnectionLines of={of} />}
    </section>
  );
}

interface ConnectionLinesProps {
  readonly of: readonly Connection[];
  readonly className?: string;
}

export function ConnectionLines({ of, className }: ConnectionLinesProps) {
  return (
    <ul className={className} role="list">
      {of.map((connection) => (
        <li key={connection.id}>
          <ConnectionLine connection={connection} />
        </li>
      ))}
    </ul>
  );
}

function ConnectionLine({ connection }: { readonly connection: Connection }) {
  const { with: other, topics, unread, isWaiting, isSilent } = connection;
  const at = lastStepAt(connection);
  return (
    <Card asChild size="3" className="line pressable">
      <article>
        <MemberAvatar of={other} />
        <div className="stack gap-1 breakable">
          <Heading as="h3" size="3">
            <a className="connections-link card-link" href={pagePaths.newestMessage(connection.id)}>
              {otherName(connection)}
            </a>
          </Heading>
          <Text as="p" size="2" color="gray">
            {other && roleText(other)}
            {other && roleText(other) && at && " · "}
            {at && <LocalTime at={at} />}
          </Text>
          {topics.length > 0 && <TagList label="Topics" tags={topics} limit={3} />}
          {isSilent && (
            <Text as="p">
              <a className="connections-others" href={pagePaths.others(connection.id)}>
                No answer yet? Ask someone else
                <span className="visually-hidden">{` than ${otherName(connection)}`}</span>
              </a>
            </Text>
          )}
        </div>
        <Text as="p" className="connections-state row gap-2">
          <Badge color={isWaiting ? "amber" : "gray"}>{stateText(connection)}</Badge>
          {unread > 0 && (
            <Badge color="green">{unread} new {unread === 1 ? "message" : "messages"}</Badge>
          )}
        </Text>
      </article>
    </Card>
  );
}
