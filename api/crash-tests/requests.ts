import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { linkIn, type MailServer } from "../testing/mail-server.ts";
import { type CallOptions, send, sessionIn, startedIn } from "../testing/calls.ts";

/** The process ended before it answered, or no longer listens. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}

export type JsonResponse = Awaited<ReturnType<typeof request>>;

/** The fields of answers that are looked at; each answer has some of them. */
interface AnswerBody {
  readonly id?: string;
  readonly username?: string;
  readonly profileImageUrl?: string | null;
  readonly bio?: string;
  readonly isVisible?: boolean;
  readonly total?: number;
  readonly profiles?: readonly AnswerBody[];
  readonly uploadURL?: string;
  readonly message?: string;
  readonly emailVerified?: boolean;
}

/** Enough of a digest to tell files apart. */
export function digestOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex").slice(0, 16);
}

/** Nothing takes so long; a request that does is a failure by itself. */
const answerWithinMs = 60_000;

/**
 * Sends one request, as a browser does.
 *
 * @throws {NoAnswer}
 */
export async function request(
  origin: string,
  method: string,
  path: string,
  options: CallOptions = {},
) {
  try {
    const signal = AbortSignal.timeout(answerWithinMs);
    const answer = await send({ origin }, method, path, { ...options, signal });
    const content = await answer.bytes();
    const isJson = answer.headers.get("content-type")?.includes("json") && content.length > 0;
    const text = new TextDecoder().decode(content);
    return {
      status: answer.status,
      body: (isJson ? JSON.parse(text) ?? {} : { message: messageIn(text) }) as AnswerBody,
      html: isJson ? "" : text,
      /** Of the conversation that this answer leads to. */
      startedId: startedIn(answer),
      digest: digestOf(content),
      /** Of the session that this answer began. */
      cookie: sessionIn(answer) || undefined,
      retryAfter: answer.headers.get("retry-after"),
    };
  } catch (error) {
    if ((error as Error).name === "TimeoutError") throw error;
    throw new NoAnswer(`No answer to ${method} ${path}`, { cause: error });
  }
}

/** What a page says about why it can't do something. */
function messageIn(html: string): string | undefined {
  const [, page, callout] =
    /data-error=""[^>]*>([^<]+)|role="alert"[^]*?<\/svg><\/div><div[^>]*>([^]*?)<\/div>/.exec(
      html,
    ) ??
      [];
  const words = callout?.replace(/^<p[^>]*>[^<]*<\/p>/, "").replace(/<[^>]*>/g, "");
  return (page ?? words)?.replaceAll("&#x27;", "'");
}

/**
 * The token of a mailed link. Waits up to three seconds for the mail, while a process runs that can send it.
 *
 * @param after How many mails had arrived before.
 * @throws {NoAnswer}
 */
export async function tokenFromMail(
  origin: string,
  { received }: MailServer,
  email: string,
  subject: RegExp,
  after = 0,
): Promise<string | null | undefined> {
  const mail = await eventually(async () => {
    const found = received.slice(after)
      .findLast(({ to, parsed }) => to.includes(email) && subject.test(parsed.subject ?? ""));
    if (found === undefined) await request(origin, "GET", "/healthz");
    return found;
  }, 3000);
  return mail && new URL(linkIn(mail.parsed.text)).searchParams.get("token");
}

/** Asks until there is a result; `undefined` after the time limit. */
export async function eventually<T>(
  look: () => T | undefined | Promise<T | undefined>,
  withinMs: number,
): Promise<T | undefined> {
  for (const until = Date.now() + withinMs;;) {
    const found = await look();
    if (found !== undefined || Date.now() >= until) return found;
    await delay(20);
  }
}
