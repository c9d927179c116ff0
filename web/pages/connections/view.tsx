import { Badge, Button, Card, Heading, Link, Text } from "@radix-ui/themes";
import type { Connection, ConnectionLists } from "../../../api/contract/connections.ts";
import type { OwnQuestion, QuestionToAnswer } from "../../../api/contract/questions.ts";
import type { PublicUser } from "../../../api/contract/profile.ts";
import type { Arrival } from "../../../api/features/relay/arrivals.ts";
import { pagePaths, paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { CountedSection } from "../../ui/counted-section.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ChevronDownIcon, NoConversationsIcon } from "../../ui/icons.tsx";
import { TagList } from "../../ui/tag-list.tsx";
import { ActionForm } from "../../forms/action-form.tsx";
import { TitledCard } from "../../ui/card.tsx";
import { fullName } from "../../islands/profile/display.ts";
import { type AskState, askStateText } from "../mentoring/ask-state.tsx";
import { RefusedMails } from "../conversation/by-mail.tsx";
import { LocalTime } from "./local-time.tsx";
import { lastStepAt, otherName, roleText, stateText } from "./words.ts";
import { QuestionsToAnswer } from "../question/asked.tsx";
import { OwnQuestions } from "../question/own.tsx";
import { MemberAvatar } from "../member-avatar.tsx";
import { PageHead } from "../page-head.tsx";

interface ConnectionsPageProps {
  readonly lists: ConnectionLists;
  /** Cadets' questions sent to the member. */
  readonly toAnswer: readonly QuestionToAnswer[];
  /** The member's open questions to the program's alumni. */
  readonly questions: readonly OwnQuestion[];
  readonly pastQuestions: readonly OwnQuestion[];
  readonly isEarlier: boolean;
  /** The member's mails that belong to no conversation. */
  readonly byMail: readonly Arrival[];
  readonly blocked: readonly PublicUser[];
  readonly hasProfile: boolean;
  /** Whether cadets can ask the member for help; absent for members who can't be asked. */
  readonly asks: AskState | undefined;
}

/** Shows only lists with content. Waiting ones come first; ended ones are folded. */
export function ConnectionsPage(
  { lists, toAnswer, questions, pastQuestions, isEarlier, byMail, blocked, hasProfile, asks }:
    ConnectionsPageProps,
) {
  const { waiting, open, past, before } = lists;
  const isEmpty = [waiting, open, past, toAnswer, questions, pastQuestions]
    .every((each) => each.length === 0);
  return (
    <div className="shell-column page-stack">
      <PageHead title="Connections">Requests for help, and the conversations they lead to</PageHead>
      <RefusedMails mails={byMail} />
      {isEmpty && <NoConnections {...{ asks, hasProfile }} />}
      <List title="Waiting for you" id="waiting" of={waiting} />
      {toAnswer.length > 0 && (
        <CountedSection
          title="Questions you could answer"
          id="to-answer"
          count={toAnswer.length}
        >
          <QuestionsToAnswer of={toAnswer} />
        </CountedSection>
      )}
      <List title="Open" id="open" of={open} />
      <OwnQuestions title="Questions to alumni" id="questions" of={questions} />
      {past.length > 0 && (
        <details className="connections-past list" id="past" open={isEarlier}>
          <summary>
            <Heading as="h2" size="6" id="past-title">
              {isEarlier ? "Past (older)" : "Past"}{" "}
              {!isEarlier && before === undefined && <span className="note">({past.length})</span>}
            </Heading>
            <ChevronDownIcon />
          </summary>
          <ConnectionLines of={past} />
          {(isEarlier || before !== undefined) && (
            <Text as="p" className="tall-links">
              {isEarlier && <Link href={`${paths.connections()}#past-title`}>Show latest</Link>}
              {before !== undefined && (
                <Link href={pagePaths.pastConnections(before)}>Show earlier</Link>
              )}
            </Text>
          )}
        </details>
      )}
      {!isEarlier && (
        <OwnQuestions title="Past questions to alumni" id="past-questions" of={pastQuestions} />
      )}
      {blocked.length > 0 && <Blocked members={blocked} />}
      {asks && (
        <Text as="p" className="connections-mentoring">
          <span className="quiet">{askStateText(asks)}</span>{" "}
          <Link href={pagePaths.mentoring()}>Mentoring settings</Link>
        </Text>
      )}
    </div>
  );
}

function NoConnections(
  { asks, hasProfile }: Pick<ConnectionsPageProps, "asks" | "hasProfile">,
) {
  if (asks === undefined) {
    return (
      <EmptyState icon={<NoConversationsIcon />} title="Your requests for help will appear here">
        <Text as="p">Find someone who can help, then press Connect on their profile.</Text>
        <ButtonLink href={paths.directory()}>Browse Directory</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<NoConversationsIcon />} title="Cadets' requests will appear here">
      <Text as="p">
        When a cadet asks for your help, we'll email you. You can answer here, too.
      </Text>
      {hasProfile
        ? (
          <ButtonLink href={paths.previewProfile()}>
            See your profile as a cadet sees it
          </ButtonLink>
        )
        : <ButtonLink href={paths.editProfile()}>Create your profile</ButtonLink>}
    </EmptyState>
  );
}

interface ListProps {
  readonly title: string;
  readonly id: string;
  readonly of: readonly Connection[];
}

function List({ title, id, of }: ListProps) {
  return (
    <CountedSection {...{ title, id }} count={of.length}>
      <ConnectionLines of={of} />
    </CountedSection>
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

function Blocked({ members }: { readonly members: readonly PublicUser[] }) {
  return (
    <TitledCard title="Blocked People" titleId="blocked-title">
      <Text as="p" size="2" color="gray">
        You won't see requests from them. We don't tell them that you blocked them.
      </Text>
      <ul role="list">
        {members.map((member) => (
          <li key={member.id} className="connections-blocked list-entry beside middle gap-3">
            <MemberAvatar size="small" of={member} />
            <span className="breakable">{fullName(member)}</span>
            <ActionForm action={pagePaths.unblock()} hidden={{ memberId: member.id }}>
              <Button
                type="submit"
                aria-label={`Unblock ${fullName(member)}`}
                size="2"
                variant="outline"
              >
                Unblock
              </Button>
            </ActionForm>
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}
