/** Reads mails in a worker, one at a time. Anyone can send one, so the worker is ended if one takes long. */
import { askWorker, processorTimeout } from "../../../../events/worker.ts";
import type { InboundMail, ParsedMail } from "../inbound-mail.ts";

export type MailQuestion =
  | (InboundMail & { readonly is: "read"; readonly ownAddresses: readonly string[] })
  | (InboundMail & { readonly is: "signed"; readonly domain: string });

const withinMs = 2000;
/** Time limit with DNS lookups, on a busy machine. */
const withinWallMs = 20_000;
let last: Promise<unknown> = Promise.resolve();

/** @param ownAddresses Our sender and reply addresses. @returns `undefined` for a mail that takes long. */
export function readInWorker(
  { source }: InboundMail,
  ownAddresses: readonly string[],
): Promise<ParsedMail | undefined> {
  return ask<ParsedMail>({ is: "read", source, ownAddresses });
}

/** Whether a domain signed a mail. */
export async function isSignedInWorker(domain: string, source: Uint8Array): Promise<boolean> {
  return await ask<boolean>({ is: "signed", domain, source }) ?? false;
}

async function ask<Answer>(question: MailQuestion): Promise<Answer | undefined> {
  const answer = last.then(async () => {
    using late = processorTimeout(withinMs, withinWallMs);
    const worker = new Worker(new URL("./mail-worker.ts", import.meta.url), { type: "module" });
    try {
      return await askWorker<Answer>(worker, question, late.signal);
    } catch (error) {
      if (error === late.signal.reason) return undefined;
      throw error;
    }
  });
  last = answer.catch(() => {});
  return await answer;
}
