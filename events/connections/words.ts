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

export const capacities = { least: 1, most: 10, default: 3 } as const;

/** How many messages an asker can write after their request, before the mentor writes. */
export const messagesBeforeAnswer = 3;

export const reminderDays = [3, 7] as const;

/** After how many days without an answer the asker can ask someone else. */
export const silentAfterDays = 7;

export const expiresAfterDays = 14;

export const textLimits = { note: 1000, message: 4000, words: 1000, staff: 500 } as const;
