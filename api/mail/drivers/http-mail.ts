import { compose, sourceOf } from "./compose.ts";
import { type Mail, MailRefused, MailUnavailable, type Sender } from "../mail.ts";
import { type Composed, providerOf, type ProviderSettings } from "./providers.ts";

interface HttpMailOptions {
  readonly settings: ProviderSettings;
  readonly sender: Sender;
  readonly fetch: typeof fetch;
  readonly now?: () => Date;
}

const timeoutMs = 20_000;
/** Services count requests without a mail as mistakes, so the key is checked no more often. */
const checkEveryMs = 10 * 60 * 1000;

/** Sends by a mail service over HTTPS, if no mail server can be reached. */
export function createHttpMail(
  { settings, sender, fetch, now = () => new Date() }: HttpMailOptions,
): Mail {
  const provider = providerOf(settings);
  let checkedAtMs = -Infinity;

  async function post(mail: Composed | undefined) {
    try {
      const answer = await fetch(provider.url, {
        method: "POST",
        ...provider.request(mail, now()),
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
      });
      return { status: answer.status, isOk: answer.ok, text: await answer.text() };
    } catch (cause) {
      throw new MailUnavailable("EHTTP away", { cause });
    }
  }

  async function check(): Promise<void> {
    const { status } = await post(undefined);
    // The key was accepted, and the mail is missing.
    if (status !== 400 && status !== 422) throw new MailUnavailable(`EHTTP ${status}`);
  }

  return {
    async send(message, isWanted = async () => true) {
      const fields = compose(message, sender);
      const source = await sourceOf(fields);
      if (!await isWanted()) return await check();
      const answer = await post({ fields, to: message.to, source });
      if (answer.isOk) return;
      const code = `EHTTP ${answer.status}`;
      throw provider.isRecipientRefused(answer) ? new MailRefused(code) : new MailUnavailable(code);
    },
    async check() {
      if (now().getTime() - checkedAtMs < checkEveryMs) return;
      await check();
      checkedAtMs = now().getTime();
    },
    async forget() {},
  };
}
