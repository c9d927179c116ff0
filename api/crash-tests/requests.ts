import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { linkIn, type MailServer } from "../testing/mail-server.ts";
import { type CallOptions, send, sessionIn, startedIn } from "../testing/calls.ts";

/** The process ended before it answered, or wasn't listening. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}

export type JsonResponse = Awaited<ReturnType<typeof request>>;

/** The fields of answers that the tests read; each answer has some of them. */
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

/** The start of a digest, long enough to tell files apart. */
export function digestOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex").slice(0, 16);
}

/** A request that takes longer is a failure. */
const responseTimeoutMs = 60_000;

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
    const signal = AbortSignal.timeout(responseTimeoutMs);
    const answer = await send({ origin }, method, path, { ...options, signal });
    const content = await answer.bytes();
    const isJson = answer.headers.get("content-type")?.includes("json") && content.length > 0;
    const text = new TextDecoder().decode(content);
    return {
      status: answer.status,
      body: (isJson ? JSON.parse(text) ?? {} : { message: messageIn(text) }) as AnswerBody,
      html: isJson ? "" : text,
      /** The id of the conversation that the answer redirects to. */
      startedId: startedIn(answer),
      digest: digestOf(content),
      /** The cookie of a session that the answer started. */
      cookie: sessionIn(answer) || undefined,
      retryAfter: answer.headers.get("retry-after"),
    };
  } catch (error) {
    if ((error as Error).name === "TimeoutError") throw error;
    throw new NoAnswer(`No answer to ${method} ${path}`, { cause: error });
  }
}

/** A page's error message. */
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
 * Reads the token of a mailed link. Waits up to three seconds for the mail, as long as a process can send it.
 *
 * @param after The number of mails to skip.
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

/** Polls until there is a result. Returns `undefined` after the time limit. */
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
