import { type Arrivals, heldHours, refusedMs } from "./arrivals.ts";
import { counted, lasting } from "../../../events/amounts.ts";
import { z } from "zod";
import { isOpen, otherOf } from "../../../events/connections/connection.ts";
import { publicUser } from "../../../events/members/privacy.ts";
import type { ConnectionTable } from "../../../events/read/connections.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import type { ConversationLinks } from "../connections/links.ts";
import type { Letter } from "../../mail/templates/letter.ts";
import { type Letterhead, pageLink, siteName } from "../../mail/templates/letterhead.ts";
import type { LookUpMail } from "../../mail/templates/messages.ts";

/** Kinds of mails: a text waits until its author confirms it; a mail was not posted. */
export const heldKind = "connection-held";
export const refusedKind = "connection-refused";

const Content = z.object({ connectionId: z.string().nullable(), id: z.string().optional() });

interface News {
  readonly firstName: string;
  /** The other person's full name; empty without a conversation. */
  readonly other: string;
  readonly link: string;
}

/** Completes mails about arrived mail, which are queued with only ids. */
interface RelayMailParts {
  readonly tables: {
    readonly members: Pick<MemberTable, "byId">;
    readonly connections: Pick<ConnectionTable, "knownTo">;
  };
  readonly arrivals: Pick<Arrivals, "of">;
  readonly links: Pick<ConversationLinks, "issue">;
}

export function createRelayMail(deps: RelayMailParts): { readonly lookUp: LookUpMail } {
  const lookUp: LookUpMail = async ({ kind, memberId, content, createdAtMs }) => {
    if (kind !== heldKind && kind !== refusedKind) return undefined;
    const { data } = Content.safeParse(content);
    const member = await deps.tables.members.byId(memberId);
    if (data === undefined || member === undefined) return "dropped";
    const { connectionId, id } = data;
    const arrivals = await deps.arrivals.of(memberId);
    // The member may have decided on the site since.
    if (kind === heldKind && !arrivals.some((each) => each.is === "held" && each.id === id)) {
      return "dropped";
    }
    const connection = connectionId === null
      ? undefined
      : await deps.tables.connections.knownTo(memberId, connectionId);
    const otherId = connection && otherOf(memberId, connection);
    const other = otherId == null ? undefined : await deps.tables.members.byId(otherId);
    const isShown = connection !== undefined && other !== undefined && isOpen(connection);
    if (kind === heldKind && !isShown) return "dropped";
    const { firstName, lastName } = isShown ? publicUser(other) : { firstName: "", lastName: "" };
    const path = isShown
      ? `/c/${await deps.links.issue(member, connection.connectionId, createdAtMs)}`
      : "/connections";
    const news: Omit<News, "link"> = {
      firstName: member.firstName,
      other: `${firstName} ${lastName}`.trim(),
    };
    return {
      to: member.email,
      ...isShown && { aboutId: other.memberId },
      letter(head) {
        const letter = kind === heldKind ? heldLetter : refusedLetter;
        return letter({ ...news, link: new URL(path, head.appOrigin).href }, head);
      },
    };
  };
  return { lookUp };
}

function heldLetter({ firstName, other, link }: News, head: Letterhead): Letter {
  return {
    firstName,
    subject: `Did you write to ${other} by email?`,
    opening:
      `We got an email for your conversation with ${other}. It looks like it's from you, but we ` +
      "can't be sure. Did you write this? Read it, and post it with one click.",
    action: { label: "Read it and decide", link },
    answer: "link",
    closing: [
      `It waits for ${
        counted(heldHours, "hour")
      } and is then deleted. If you didn't write it, delete it: someone else may have ` +
      "used your address.",
    ],
    details: [{
      label: "To have your replies posted at once, send them from your account's email address",
      link: pageLink(head, "/profile/security"),
    }],
    because: `an email arrived for ${siteName(head)} under your name`,
  };
}

function refusedLetter({ firstName, other, link }: News, head: Letterhead): Letter {
  return {
    firstName,
    subject: `Your email to ${other || siteName(head)} wasn't posted`,
    opening: other
      ? `You answered ${other} by email, and we couldn't post it. The conversation says why.`
      : "You sent us an email that we couldn't post. The page Connections says why.",
    action: { label: other ? "Open the conversation" : "Open Connections", link },
    answer: "link",
    closing: [],
    details: [
      `You get this email at most once a day. The site shows all of the last ${
        lasting(refusedMs)
      }.`,
    ],
    because: "you answered by email",
  };
}
