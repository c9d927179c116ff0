import { Heading, Link, Text } from "@radix-ui/themes";
import type { ReactNode } from "react";
import type { Connection } from "../../../api/contract/connections.ts";
import { askedDays } from "../../../api/features/home/activity.ts";
import type { Helped } from "../../../api/features/home/helped.ts";
import { counted, spelled } from "../../../events/amounts.ts";
import { pagePaths, paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card } from "../../ui/card.tsx";
import { TagList } from "../../ui/tag-list.tsx";
import { lastStepAt, otherName, roleText } from "../connections/words.ts";
import { LocalTime } from "../connections/local-time.tsx";
import { MemberAvatar } from "../member-avatar.tsx";
import { type AskState, AskStateButton, askStateText } from "../mentoring/ask-state.tsx";
import type { Missing } from "../own-profile/missing.ts";
import { isObstacle, type Lead } from "./lead.ts";
import { ShowReminderActions } from "./show-reminder.tsx";

export interface AlumniProps {
  readonly lead: Lead;
  /** The class of the person in the lead, if their profile shows it. */
  readonly classOf: string | undefined;
  readonly helped: Helped;
  /** Number of cadets who asked for help with topics that they offer; absent below five. */
  readonly askers?: number | null | undefined;
  readonly asks: AskState;
  /** Whether they chose to be shown later, and haven't dismissed the reminder. */
  readonly remindsToShow: boolean;
  /** Whether they can get our emails. */
  readonly isMailed: boolean;
  readonly helpful: Missing | undefined;
}

/** Home of alumni, with one lead at a time. */
export function ForAlumni({ children, ...props }: AlumniProps & { readonly children: ReactNode }) {
  const { lead, helped, askers, asks, helpful } = props;
  return (
    <>
      <section className="shell-column home-part home-lead stack" aria-labelledby="home-title">
        <LeadCard {...props} />
        {isObstacle(asks) && lead.is !== "obstacle" && (
          <Card className="split" aria-label="Requests for help">
            <Text as="p">{obstacleText(props)}</Text>
            <ObstacleButtons {...props} />
          </Card>
        )}
      </section>
      {children}
      <section className="shell-column home-part home-notes stack gap-2" aria-label="Also">
        {lead.is !== "answered" && helped.people > 0 && <Text as="p">{answeredText(helped)}.</Text>}
        {askers != null && (
          <Text as="p">
            At least {askers} cadets asked for help with your topics in the last{" "}
            {spelled(askedDays, "day")}.
          </Text>
        )}
        {helpful && (
          <Text as="p">
            <Link href={helpful.href}>{helpful.label}</Link>: {helpful.why}.
          </Text>
        )}
        {asks.is !== "no-profile" && (
          <Text as="p" className="tall-links">
            {lead.is !== "new" && lead.is !== "obstacle" && (
              <Link href={paths.connections()}>See all your connections</Link>
            )}
            <Link href={pagePaths.mentoring()}>Mentoring settings</Link>
          </Text>
        )}
      </section>
    </>
  );
}

type Obstacle = Pick<AlumniProps, "asks" | "remindsToShow">;

function obstacleText({ asks, remindsToShow }: Obstacle): string {
  return asks.is === "hidden" && remindsToShow ? "Cadets can't find you yet." : askStateText(asks);
}

function ObstacleButtons({ asks, remindsToShow }: Obstacle) {
  return asks.is === "hidden" && remindsToShow
    ? <ShowReminderActions hasProfile />
    : <AskStateButton state={asks} from="home" />;
}

function LeadCard(props: AlumniProps) {
  const { lead, classOf, helped, asks, isMailed } = props;
  switch (lead.is) {
    case "request":
    case "message":
    case "feedback":
      return <WaitingCard {...lead} classOf={classOf} />;
    case "answered":
      return (
        <Card className="stack gap-4">
          <Heading as="h1" size="8" id="home-title">{answeredText(helped)}</Heading>
          {helped.thanks.map(({ connectionId, firstName, text }) => (
            <figure key={connectionId} className="home-thanks stack gap-1">
              <figcaption className="quiet">
                <Link href={pagePaths.connection(connectionId)}>{firstName}</Link> thanked you:
              </figcaption>
              <blockquote className="as-written" dir="auto">{shortened(text)}</blockquote>
            </figure>
          ))}
          {!isObstacle(asks) && <Text as="p" color="gray">{next(asks, isMailed)}</Text>}
        </Card>
      );
    case "obstacle":
      return (
        <Card className="stack gap-4">
          <Heading as="h1" size="8" id="home-title">
            {obstacleText(props).replace(/\.$/, "")}
          </Heading>
          {asks.is === "hidden" && <Text as="p">Only you see your profile until you show it.</Text>}
          <ObstacleButtons {...props} />
        </Card>
      );
    case "hidden":
      return <Heading as="h1" size="8" id="home-title">Your mentoring</Heading>;
    case "new":
      return (
        <Card className="stack gap-4">
          <Heading as="h1" size="8" id="home-title">Cadets can find you now</Heading>
          <Text as="p">{next(asks, isMailed)}</Text>
          <ButtonLink href={paths.previewProfile()} variant="outline">View as a cadet</ButtonLink>
        </Card>
      );
  }
}

interface WaitingCardProps {
  readonly is: "request" | "message" | "feedback";
  readonly connection: Connection;
  readonly more: number;
  readonly classOf: string | undefined;
}

const waitingWords = {
  request: { what: "asks for your help", button: "Read and Answer" },
  message: { what: "wrote to you", button: "Read and Reply" },
  feedback: { what: "would like to know if it helped", button: "Say If It Helped" },
} as const;

function WaitingCard({ is, connection, more, classOf }: WaitingCardProps) {
  const { with: other, topics } = connection;
  const { what, button } = waitingWords[is];
  const at = lastStepAt(connection);
  const facts = [other && roleText(other), classOf].filter(Boolean).join(" · ");
  return (
    <Card className="stack gap-4">
      <div className="beside middle">
        <MemberAvatar of={other} size="large" />
        <div className="stack gap-2 breakable">
          <Heading as="h1" size="8" id="home-title">{otherName(connection)} {what}</Heading>
          <Text as="p" color="gray">
            {facts}
            {facts && at && " · "}
            {at && <LocalTime at={at} />}
          </Text>
        </div>
      </div>
      {topics.length > 0 && <TagList label="Topics" tags={topics} />}
      <div className="row gap-3">
        <ButtonLink href={pagePaths.newestMessage(connection.id)}>{button}</ButtonLink>
        {more > 0 && (
          <Link href={paths.connections()}>
            {more === 1 ? "One more is" : `${more} more are`} waiting for you
          </Link>
        )}
      </div>
    </Card>
  );
}

function answeredText({ people, areCadets }: Helped): string {
  return `You answered ${
    areCadets ? counted(people, "cadet") : counted(people, "person", "people")
  }`;
}

/** The next steps when a cadet asks. */
function next(asks: AskState, isMailed: boolean): string {
  if (asks.is === "full") return askStateText(asks);
  return `When a cadet asks for your help, ${isMailed ? "we'll email you" : "you'll see it here"}.`;
}

const mostShown = 280;

function shortened(text: string): string {
  const characters = [...text];
  return characters.length > mostShown ? `${characters.slice(0, mostShown).join("")}…` : text;
}
