/** Messages of Amazon SNS with mail that Amazon SES received. */
import { type KeyObject, verify, X509Certificate } from "node:crypto";
import { z } from "zod";
import { readFirst } from "./read-first.ts";

const Notification = z.object({
  Type: z.literal("Notification"),
  Subject: z.string().nullish(),
});
const Confirmation = z.object({
  Type: z.literal("SubscriptionConfirmation"),
  Token: z.string(),
  SubscribeURL: z.string(),
});
const Signed = z.object({
  Message: z.string(),
  MessageId: z.string(),
  Timestamp: z.string(),
  TopicArn: z.string(),
  SignatureVersion: z.enum(["1", "2"]),
  Signature: z.string(),
  SigningCertURL: z.string(),
});
export const SnsMessage = z.discriminatedUnion("Type", [
  Notification.extend(Signed.shape),
  Confirmation.extend(Signed.shape),
]);
export type SnsMessage = z.infer<typeof SnsMessage>;

const timeoutMs = 10_000;
/** Certificates and confirmations are smaller. */
const maxBytes = 64 * 1024;

/** @see {@link https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html} */
const signedFields = {
  Notification: ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"],
  SubscriptionConfirmation: [
    ...["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"],
  ],
} as const;

export class Sns {
  private known: { readonly url: string; readonly key: KeyObject } | undefined;

  constructor(private readonly fetch: typeof globalThis.fetch) {}

  /** Whether Amazon signed a message. @throws When the certificate can't be read now. */
  async isSigned(message: SnsMessage): Promise<boolean> {
    const { SigningCertURL: url, SignatureVersion: version } = message;
    if (!/^https:\/\/sns\.[a-z0-9-]{1,40}\.amazonaws\.com\/[\w-]{1,200}\.pem$/.test(url)) {
      return false;
    }
    const key = await this.keyAt(url);
    const text = signedFields[message.Type].map((name) => {
      const value = (message as Readonly<Record<string, unknown>>)[name];
      return value == null ? "" : `${name}\n${value}\n`;
    }).join("");
    const signature = Buffer.from(message.Signature, "base64");
    return verify(version === "1" ? "sha1" : "sha256", Buffer.from(text), key, signature);
  }

  /** Subscribes to the topic. @throws When that isn't possible now. */
  async confirm(url: string): Promise<void> {
    if (!/^https:\/\/sns\.[a-z0-9-]{1,40}\.amazonaws\.com\/\?[^\s#]*$/.test(url)) {
      throw new Error("The address of the subscription is not Amazon's");
    }
    await this.get(url);
  }

  /** Certificates are replaced about once a year: the last one is enough. */
  private async keyAt(url: string): Promise<KeyObject> {
    if (this.known?.url === url) return this.known.key;
    const key = new X509Certificate(await this.get(url)).publicKey;
    this.known = { url, key };
    return key;
  }

  private async get(url: string): Promise<Uint8Array> {
    const answer = await this.fetch(url, {
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const bytes = await readFirst(answer.body ?? new Blob().stream(), maxBytes);
    if (!answer.ok) throw new Error(`Amazon answered ${answer.status}`);
    return bytes;
  }
}
