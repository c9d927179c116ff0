import { isSameSecret } from "../../../auth/secret-token.ts";
import { describeError, type Log } from "../../../node/log.ts";
import type { Outcome, Receive } from "../inbound-mail.ts";
import { maxMailBytes, readFirst } from "./read-first.ts";

interface MailHookDependencies {
  /** The path's secret; `undefined` if nothing may be posted. */
  readonly secret: () => Promise<string | undefined>;
  readonly receive: Receive;
  readonly log: Log;
}

/** A mail service is done after 200 and retries after 503. */
interface HookAnswer {
  readonly status: 200 | 400 | 404 | 503;
  /** The outcome, for operators who read their mail service's log. */
  readonly outcome?: Outcome;
}

const readWithinMs = 30_000;
const mostAtOnce = 8;
const rawTypes = ["", "message/rfc822", "application/octet-stream", "text/plain"];
/** Fields that contain the whole mail in forms of Mailgun and SendGrid. */
const formFields = ["body-mime", "email"];

/** A path to which a mail service or server posts whole mails. */
export class MailHook {
  private running = 0;

  constructor(private readonly deps: MailHookDependencies) {}

  /** Takes a mail from a request; `undefined` if `given`, from the path, isn't the secret. */
  async take(given: string, { headers, body }: Request): Promise<HookAnswer | undefined> {
    if (!isSameSecret(given, await this.deps.secret() ?? "")) return undefined;
    if (this.running >= mostAtOnce) return { status: 503 };
    this.running++;
    try {
      const source = await readMail(body, headers.get("Content-Type") ?? "");
      if (source !== undefined) {
        return { status: 200, outcome: await this.deps.receive({ source }) };
      }
      const why = "Have the whole email posted, unchanged: as the request's body or in a form's " +
        `field ${formFields.join(" or ")}`;
      this.deps.log({ level: "warning", event: "something else than a mail was posted", why });
      return { status: 400 };
    } catch (error) {
      const event = "a mail couldn't be taken; the mail service should send it again";
      this.deps.log({ level: "error", event, ...describeError(error) });
      return { status: 503 };
    } finally {
      this.running--;
    }
  }
}

async function readMail(
  body: ReadableStream<Uint8Array> | null,
  contentType: string,
): Promise<Uint8Array | undefined> {
  const isRaw = rawTypes.includes(contentType.split(";", 1)[0]!.trim().toLowerCase());
  // A form has more bytes than the mail in it.
  const most = isRaw ? maxMailBytes : 2 * maxMailBytes;
  const signal = AbortSignal.timeout(readWithinMs);
  const bytes = await readFirst(body ?? new Blob().stream(), most, signal);
  if (isRaw) return bytes;
  const posted = new Response(bytes, { headers: { "Content-Type": contentType } });
  const form = await posted.formData().catch(() => undefined);
  const field = formFields.map((name) => form?.get(name)).find(Boolean);
  return field ? (await new Blob([field]).bytes()).subarray(0, maxMailBytes) : undefined;
}
