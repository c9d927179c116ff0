import type { Connection } from "../../../api/contract/connections.ts";
import type {
  DeclineReason,
  Helped,
  ReportReason,
} from "../../../events/connections/vocabulary.ts";
import type { PublicUser } from "../../../events/members/privacy.ts";
import { roleTraits } from "../../../events/vocabulary.ts";
import { fullName, unconfirmedCadre } from "../../islands/profile/display.ts";

/** Name of the other person of a connection, even if they left. */
export function otherName({ with: other }: Pick<Connection, "with">): string {
  return other === null ? "A former member" : fullName(other);
}

/** A person's role and class; empty without a role. */
export function roleText(
  { role, isRoleConfirmed }: Pick<PublicUser, "role" | "isRoleConfirmed">,
): string | null {
  return isRoleConfirmed ? role && roleTraits[role].label : unconfirmedCadre;
}

export function stateText(connection: Connection): string {
  const { state, asker, isWaiting, canGiveFeedback } = connection;
  switch (state) {
    case "requested":
      if (asker) return isWaiting ? "They asked you a question" : "Waiting for their answer";
      return isWaiting ? "Asks for your help" : "Waiting for their reply";
    case "accepted":
      return isWaiting ? "Waiting for your reply" : "In conversation";
    case "declined":
      return asker ? "Declined" : "You declined";
    case "withdrawn":
      return asker ? "You withdrew it" : "Withdrawn";
    case "expired":
      return "Expired without an answer";
    case "ended":
      return canGiveFeedback ? "Ended: did it help?" : "Ended";
    case "left":
      return "Ended: a member left";
  }
}

/** Time of the last step; `undefined` when it is no longer known. */
export function lastStepAt(
  { askedAt, answeredAt, endedAt }: Pick<Connection, "askedAt" | "answeredAt" | "endedAt">,
): string | undefined {
  return endedAt ?? answeredAt ?? askedAt ?? undefined;
}

export const declineWords: Readonly<Record<DeclineReason, string>> = {
  "no-time": "I don't have time right now",
  "not-my-field": "It isn't my field",
  "know-each-other": "We already know each other",
  other: "Another reason",
};

export const reportWords: Readonly<Record<ReportReason, string>> = {
  harassment: "It's harassing or threatening",
  spam: "It's advertising or spam",
  "false-identity": "They aren't who they say they are",
  other: "Another reason",
};

export const helpedWords: Readonly<Record<Helped, string>> = {
  yes: "Yes",
  partly: "Partly",
  no: "No",
};

/** The options of a select, in the order of a list of words. */
export function options<T extends string>(words: Readonly<Record<T, string>>) {
  return Object.entries<string>(words).map(([value, label]) => ({ value, label }));
}

// Created once: creating one costs as much as formatting a hundred dates.
const formatter = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" });
const dates = formatter({ dateStyle: "medium" });
const times = formatter({ dateStyle: "medium", timeStyle: "short" });
const months = formatter({ month: "long", year: "numeric" });

export const dateText = (at: string): string => dates.format(new Date(at));

/** A time in UTC, since the server doesn't know the reader's time zone. */
export const timeText = (at: string): string => `${times.format(new Date(at))} UTC`;

/** The twelve months after this one, to pause until. */
export function comingMonths(now: Date): readonly { readonly value: string; label: string }[] {
  return Array.from({ length: 12 }, (_, index) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1 + index));
    const value = month.toISOString().slice(0, 7);
    return { value, label: monthText(value) };
  });
}

/** `March 2027` for `2027-03`. */
export function monthText(month: string): string {
  return months.format(new Date(`${month}-01T00:00:00Z`));
}
