/** Mail services that post mails here: the mail's place in a request, and its signature. */
import { createHmac } from "node:crypto";
import { z } from "zod";
import { isSameSecret } from "../../../auth/secret-token.ts";
import type { ArrivedMail } from "../arriving-mail.ts";
import type { HookSettings } from "./settings.ts";
import { type Sns, SnsMessage } from "./sns.ts";

interface Posted {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
}

/** A mail, nothing for us, or a mistake with what to do, in words for the log. */
type Found =
  | { readonly is: "mail"; readonly mail: ArrivedMail }
  | { readonly is: "nothing" | "unsigned" | "unusable"; readonly why: string };

/** Finds the mail in a service's request. @throws When the service should try again later. */
export async function findMail(
  { provider, signingKey = "", topic }: HookSettings,
  posted: Posted,
  now: Date,
  sns: Sns,
): Promise<Found> {
  switch (provider) {
    case "raw":
      return mailOf(posted.body);
    case "postmark":
      return findInPostmark(posted);
    case "mailgun":
      return await findInMailgun(posted, signingKey, now);
    case "ses":
      return await findInSes(posted, topic, sns);
  }
}

const PostmarkMail = z.object({ RawEmail: z.string(), OriginalRecipient: z.string().optional() });

function findInPostmark({ body }: Posted): Found {
  const posted = PostmarkMail.safeParse(jsonIn(body));
  if (!posted.success) {
    return unusable('Tick "Include raw email content in JSON payload" on Postmark\'s inbound page');
  }
  return mailOf(encode(posted.data.RawEmail), posted.data.OriginalRecipient);
}

/** Mailgun retries for eight hours. The same mail again changes nothing. */
const signedForSeconds = 12 * 60 * 60;

async function findInMailgun(posted: Posted, key: string, now: Date): Promise<Found> {
  const fields = await formIn(posted);
  const text = (name: string) => {
    const value = fields?.get(name);
    return typeof value === "string" ? value : "";
  };
  const timestamp = text("timestamp");
  const age = Math.abs(now.getTime() / 1000 - Number(timestamp));
  const expected = createHmac("sha256", key).update(timestamp + text("token")).digest("hex");
  const isSigned = /^\d{1,12}$/.test(timestamp) && age <= signedForSeconds &&
    isSameSecret(text("signature"), expected);
  if (!isSigned) return { is: "unsigned", why: "Check MAIL_HOOK_SIGNING_KEY" };
  const mime = fields?.get("body-mime");
  if (mime == null) {
    return unusable("Have Mailgun's route forward to the address with /mime after the secret");
  }
  const source = typeof mime === "string" ? encode(mime) : new Uint8Array(await mime.arrayBuffer());
  return mailOf(source, text("recipient") || undefined);
}

const SesMail = z.object({
  content: z.string().optional(),
  receipt: z.object({
    recipients: z.array(z.string()).optional(),
    action: z.object({ encoding: z.string().optional() }).optional(),
  }).optional(),
});

async function findInSes({ body }: Posted, topic: string | undefined, sns: Sns): Promise<Found> {
  const message = SnsMessage.safeParse(jsonIn(body));
  if (!message.success) return unusable("Have the SNS topic send without raw message delivery");
  const { data } = message;
  if (data.TopicArn !== topic) return { is: "unsigned", why: "Check MAIL_HOOK_TOPIC" };
  if (!await sns.isSigned(data)) return { is: "unsigned", why: "Amazon didn't sign it" };
  if (data.Type === "SubscriptionConfirmation") {
    await sns.confirm(data.SubscribeURL);
    return { is: "nothing", why: "The subscription to the topic was confirmed" };
  }
  const ses = SesMail.safeParse(jsonIn(encode(data.Message)));
  const content = ses.data?.content;
  if (content === undefined) {
    const why = "A notification without a mail. If mails don't arrive, have the SES rule publish " +
      "them to the SNS topic itself, not to S3 alone";
    return { is: "nothing", why };
  }
  const { action, recipients } = ses.data?.receipt ?? {};
  const isBase64 = action?.encoding?.toUpperCase() === "BASE64";
  return mailOf(
    isBase64 ? new Uint8Array(Buffer.from(content, "base64")) : encode(content),
    ...recipients ?? [],
  );
}

function mailOf(source: Uint8Array, ...recipients: readonly (string | undefined)[]): Found {
  const known = recipients.filter((recipient) => recipient !== undefined);
  return { is: "mail", mail: { source, ...known.length > 0 && { recipients: known } } };
}

const unusable = (why: string): Found => ({ is: "unusable", why });
const encode = (text: string) => new TextEncoder().encode(text);

function jsonIn(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

async function formIn({ body, contentType }: Posted): Promise<FormData | undefined> {
  const answer = new Response(body, { headers: { "Content-Type": contentType } });
  return await answer.formData().catch(() => undefined);
}
