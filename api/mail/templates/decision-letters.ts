/** Letters about staff's decisions. They name neither reporter nor staff. */
import { z } from "zod";
import { dayMs, letterKind, Recipient } from "./letter-kind.ts";
import { type Letterhead, pageLink, siteName } from "./letterhead.ts";

const usefulForMs = 14 * dayMs;
/** `words` by staff, if any. */
const schema = Recipient.extend({ words: z.string().nullable() });

const ifMistaken = ({ supportEmail }: Letterhead) =>
  `If you think this is a mistake, or you don't have an account, write to ${supportEmail}.`;

const withdrawn =
  "We withdrew your open requests. Your profile and your conversations stay as they are.";

export const decisionLetters = {
  admitted: letterKind(schema, usefulForMs, "admission", (_, head) => ({
    subject: `You can now use ${siteName(head)}`,
    opening: "The program's staff approved your account.",
    action: { label: "Sign in", link: pageLink(head, "/") },
    closing: [ifMistaken(head)],
    because: "you created an account",
  })),
  refused: letterKind(schema, usefulForMs, "admission", ({ words }, head) => ({
    subject: `Your ${siteName(head)} account wasn't approved`,
    opening: "The program's staff didn't approve your account" + (words === null ? "." : ":"),
    quote: words,
    closing: [
      "You can't see other members, and they can't see you. You can sign in and delete your account.",
      ifMistaken(head),
    ],
    because: "you have an account",
  })),
  warned: letterKind(schema, usefulForMs, undefined, ({ words }, head) => ({
    subject: `About a message that you wrote on ${siteName(head)}`,
    opening:
      "Someone reported a message that you wrote. The program's staff read that one message, " +
      "and they ask you to keep this in mind:",
    quote: words,
    closing: ["Your account stays as it is.", ifMistaken(head)],
    because: "someone reported a message that you wrote",
  })),
  "asking-closed": letterKind(schema, usefulForMs, "asking", ({ words }, head) => ({
    subject: `You can no longer ask for help on ${siteName(head)}`,
    opening:
      "Someone reported a message that you wrote. The program's staff read that one message, " +
      "and decided that you can no longer ask for help" +
      (words === null ? "." : ":"),
    quote: words,
    closing: [withdrawn, ifMistaken(head)],
    because: "someone reported a message that you wrote",
  })),
  // The same decision without a report.
  "asking-stopped": letterKind(schema, usefulForMs, "asking", (_, head) => ({
    subject: `You can no longer ask for help on ${siteName(head)}`,
    opening: "The program's staff decided that you can no longer ask for help.",
    closing: [withdrawn, ifMistaken(head)],
    because: "you have an account",
  })),
  "asking-opened": letterKind(schema, usefulForMs, "asking", (_, head) => ({
    subject: `You can ask for help on ${siteName(head)} again`,
    opening: "The program's staff decided that you can ask for help again.",
    action: { label: "Find someone to ask", link: pageLink(head, "/directory") },
    closing: [ifMistaken(head)],
    because: "you couldn't ask for help until now",
  })),
};
