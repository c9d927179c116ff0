/**
 * The fixed lists of conversations. Pure values without imports: browsers load this file, too.
 *
 * @module
 */

/** Days within which something happened: the first of these that is long enough. */
export const waits = ["1", "3", "7", "14", "longer"] as const;
export type Wait = typeof waits[number];

/** Why a mentor says no. */
export const declineReasons = ["no-time", "not-my-field", "know-each-other", "other"] as const;
export type DeclineReason = typeof declineReasons[number];

/** Why somebody reports a message. */
export const reportReasons = ["harassment", "spam", "false-identity", "other"] as const;
export type ReportReason = typeof reportReasons[number];

/** What the asker says of the help that they got. */
export const helpedAnswers = ["yes", "partly", "no"] as const;
export type Helped = typeof helpedAnswers[number];

/** By which way a message was written: on the site, or by a mailed link. */
export const messageWays = ["site", "link"] as const;
export type MessageWay = typeof messageWays[number];

/** How many conversations a mentor has at once. */
export const capacities = { least: 1, most: 10, default: 3 } as const;

/** How many messages an asker writes after their request, before the mentor says anything. */
export const messagesBeforeAnswer = 3;

/** After how many days of having the word a mentor is reminded of a request. */
export const reminderDays = [3, 7] as const;

/** After how many days of having the word a mentor's silence ends a request. */
export const expiresAfterDays = 14;

/** How long texts may be, in characters. */
export const textLimits = { note: 1000, message: 4000, words: 1000, staff: 500 } as const;
