import { z } from "zod";
import type { Letter } from "./letter.ts";
import type { Letterhead } from "./letterhead.ts";

export interface LetterKind<Content> {
  readonly schema: z.ZodType<Content>;
  /** How long after queueing it is worth sending. */
  readonly usefulForMs: number;
  /** Of a member's queued mails with the same topic, only the latest is sent. */
  readonly topic?: string | undefined;
  readonly text: (content: Content, head: Letterhead) => Omit<Letter, "firstName">;
}

export function letterKind<Content extends Recipient>(
  schema: z.ZodType<Content>,
  usefulForMs: number,
  topic: string | undefined,
  text: LetterKind<Content>["text"],
): LetterKind<Content> {
  return { schema, usefulForMs, topic, text };
}

export const Recipient = z.object({ to: z.string(), firstName: z.string() });
export type Recipient = z.infer<typeof Recipient>;

export const RecipientWithToken = Recipient.extend({ token: z.string() });

export const hourMs = 60 * 60 * 1000;
export const dayMs = 24 * hourMs;
