import type { EventLog } from "../store/event-log.ts";
import type { MemberEvent } from "../members/events.ts";
import { openEvent } from "../members/sealing.ts";
import type { ConnectionTable, TextPlace, TextQuery } from "../read/connections.ts";
import type { MemberKeys } from "../store/keys.ts";

type AuthorsPlace = Pick<TextPlace, "position" | "authorId">;

export interface OpenedText extends TextPlace {
  readonly text: string;
}

export interface TextPage {
  readonly texts: readonly OpenedText[];
  /** Id of the text before which there are more, if any. */
  readonly before: string | null;
}

export interface TextPageQuery extends TextQuery {
  /** Bytes of all texts in a web page, where a quotation mark takes six. One text always fits. */
  readonly maxBytes?: number;
}

export interface ConversationTextsDependencies {
  readonly log: Pick<EventLog, "readAt">;
  readonly keys: Pick<MemberKeys, "load">;
  readonly table: Pick<ConnectionTable, "text" | "texts">;
}

/** Texts of connections, which stay sealed in the log until a member reads them. */
export class ConversationTexts {
  constructor(private readonly deps: ConversationTextsDependencies) {}

  /** `undefined` once it is forgotten or its author is erased, and for one of another connection. */
  async one(connectionId: string, messageId: string): Promise<OpenedText | undefined> {
    const place = await this.deps.table.text(connectionId, messageId);
    if (place === undefined) return undefined;
    const text = (await openTexts(this.deps, [place]))(place);
    return text === undefined ? undefined : { ...place, text };
  }

  /** Whether it was stored, even if it is forgotten now. */
  async isThere(connectionId: string, messageId: string): Promise<boolean> {
    return await this.deps.table.text(connectionId, messageId) !== undefined;
  }

  /** The latest texts, as many as fit; those that are forgotten, or whose author is erased, are left out. */
  async latest(connectionId: string, query: TextPageQuery): Promise<TextPage> {
    const { limit } = query;
    const places = await this.deps.table.texts(connectionId, { ...query, limit: limit + 1 });
    return pageOf(places, query, await openTexts(this.deps, places.slice(0, limit)));
  }
}

/** Opens texts at these places. @returns The text at one of them, unless it is deleted. */
export async function openTexts(
  { log, keys }: Pick<ConversationTextsDependencies, "log" | "keys">,
  places: readonly AuthorsPlace[],
): Promise<(place: AuthorsPlace) => string | undefined> {
  const [storedEvents, keysOf] = await Promise.all([
    log.readAt(places.map(({ position }) => position)),
    keys.load([...new Set(places.map(({ authorId }) => authorId))]),
  ]);
  const byPosition = new Map(storedEvents.map((event) => [event.position, event]));
  return ({ position, authorId }) => {
    const event = byPosition.get(position);
    return event && textOf(openEvent(event, keysOf.get(authorId)));
  };
}

/** Opens texts until the page is full. `places` are latest first, with one more than the page if there are more. */
export function pageOf(
  places: readonly TextPlace[],
  { limit, maxBytes = Infinity }: TextPageQuery,
  textAt: (place: TextPlace) => string | undefined,
): TextPage {
  const texts: OpenedText[] = [];
  let bytes = 0;
  let last: TextPlace | undefined;
  for (const place of places.slice(0, limit)) {
    const text = textAt(place);
    bytes += text === undefined ? 0 : bytesInPage(text);
    if (texts.length > 0 && bytes > maxBytes) break;
    if (text !== undefined) texts.unshift({ ...place, text });
    last = place;
  }
  const hasEarlier = last !== undefined && last !== places.at(-1);
  return { texts, before: hasEarlier ? last?.messageId ?? null : null };
}

/** An upper bound: `&#x27;` is the longest escape of one character. */
function bytesInPage(text: string): number {
  return Buffer.byteLength(text) + 5 * (text.match(/[&<>"']/g)?.length ?? 0);
}

/** The text of an event that has one; `undefined` once it is forgotten. */
export function textOf({ type, personal }: MemberEvent): string | undefined {
  if (personal === null) return undefined;
  if (type === "MessageSent" || type === "QuestionTextWritten") return personal.text;
  if (type === "FeedbackGiven") return personal.words ?? undefined;
  if (type === "MessageReported") return personal.quoted;
  return undefined;
}

/** The same event with its text changed; an event without one is unchanged. */
export function withText(event: MemberEvent, change: (text: string) => string): MemberEvent {
  if (event.personal === null) return event;
  if (event.type === "MessageSent") {
    return { ...event, personal: { ...event.personal, text: change(event.personal.text) } };
  }
  if (event.type === "QuestionTextWritten") {
    return { ...event, personal: { ...event.personal, text: change(event.personal.text) } };
  }
  if (event.type === "FeedbackGiven" && event.personal.words !== null) {
    return { ...event, personal: { ...event.personal, words: change(event.personal.words) } };
  }
  if (event.type === "MessageReported") {
    return { ...event, personal: { ...event.personal, quoted: change(event.personal.quoted) } };
  }
  return event;
}
