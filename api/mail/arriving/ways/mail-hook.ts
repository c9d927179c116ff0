import { isSameSecret } from "../../../auth/secret-token.ts";
import { describeError, type Log } from "../../../log.ts";
import type { ArrivedMail, Outcome, Receive } from "../arriving-mail.ts";
import { findMail } from "./hook-providers.ts";
import { maxMailBytes, readFirst } from "./read-first.ts";
import type { HookSettings } from "./settings.ts";
import { Sns } from "./sns.ts";

interface MailHookDependencies {
  /** `undefined` while nothing may be posted. */
  readonly settings: () => Promise<HookSettings | undefined>;
  readonly fetch: typeof fetch;
  readonly receive: Receive;
  readonly log: Log;
  readonly now: () => Date;
}

/** A mail service stops after 200, and retries after 503. */
interface HookAnswer {
  readonly status: 200 | 400 | 404 | 503;
  /** What became of the mail, for a mail server that pipes it here. */
  readonly outcome?: Outcome;
}

/** A mail of 5 MB in base64, and its headers. */
const maxBodyBytes = 7_500_000;
const readWithinMs = 30_000;
const mostAtOnce = 8;

/** Answers and log lines for requests without a mail. */
const answers = {
  nothing: [200, "info", "a mail service posted no mail"],
  unsigned: [404, "warning", "what was posted as mail has a wrong signature"],
  unusable: [400, "warning", "a mail service posted something else than expected"],
} as const;

export class MailHook {
  private readonly sns: Sns;
  private running = 0;

  constructor(private readonly deps: MailHookDependencies) {
    this.sns = new Sns(deps.fetch);
  }

  /** Takes a mail from a request; `undefined` if `given`, from the path, isn't the secret. */
  async take(given: string, { headers, body }: Request): Promise<HookAnswer | undefined> {
    const settings = await this.deps.settings();
    if (!isSameSecret(given, settings?.secret ?? "") || settings === undefined) return undefined;
    if (this.running >= mostAtOnce) return { status: 503 };
    this.running++;
    try {
      return await this.takeFrom(settings, body, headers.get("Content-Type") ?? "");
    } catch (error) {
      const event = "a mail couldn't be taken; the mail service should send it again";
      this.deps.log({ level: "error", event, ...describeError(error) });
      return { status: 503 };
    } finally {
      this.running--;
    }
  }

  private async takeFrom(
    settings: HookSettings,
    stream: ReadableStream<Uint8Array> | null,
    contentType: string,
  ): Promise<HookAnswer> {
    const isRaw = settings.provider === "raw";
    const most = isRaw ? maxMailBytes : maxBodyBytes + 1;
    const body = stream === null
      ? new Uint8Array()
      : await readFirst(stream, most, AbortSignal.timeout(readWithinMs));
    // A larger one can't be parsed. Its first bytes are enough to refuse it.
    if (!isRaw && body.length === most) return await this.receive({ source: body });
    const found = await findMail(settings, { body, contentType }, this.deps.now(), this.sns);
    if (found.is === "mail") return await this.receive(found.mail);
    const [status, level, event] = answers[found.is];
    this.deps.log({ level, event, why: found.why });
    return { status };
  }

  private async receive(mail: ArrivedMail): Promise<HookAnswer> {
    const source = mail.source.subarray(0, maxMailBytes);
    return { status: 200, outcome: await this.deps.receive({ ...mail, source }) };
  }
}
