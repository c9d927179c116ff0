/** What the two members of a connection can choose. Stored as it is here. */

/** Buckets of days: a duration is in the first one that is long enough. */
export const waits = ["1", "3", "7", "14", "longer"] as const;
export type Wait = typeof waits[number];

export const declineReasons = ["no-time", "not-my-field", "know-each-other", "other"] as const;
export type DeclineReason = typeof declineReasons[number];

export const reportReasons = ["harassment", "spam", "false-identity", "other"] as const;
export type ReportReason = typeof reportReasons[number];

export const helpedAnswers = ["yes", "partly", "no"] as const;
export type Helped = typeof helpedAnswers[number];

/** How a message was written: on the site, by a mailed link, or as a reply to a mail. */
export const messageWays = ["site", "link", "mail"] as const;
export type MessageWay = typeof messageWays[number];
