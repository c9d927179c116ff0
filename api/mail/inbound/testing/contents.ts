import { readMail } from "../read/read-mail.ts";
import { mailOf, type SourcePart } from "./mail-source.ts";

/** Reads the content of a mail with one part. */
export async function contentOf(part: SourcePart) {
  return (await readMail({ source: mailOf(part) })).content;
}

/** Reads the content of a mail given line by line, after its author. */
export async function contentOfLines(...lines: readonly string[]) {
  const source = new TextEncoder().encode(["From: jane@example.com", ...lines].join("\r\n"));
  return (await readMail({ source })).content;
}

export function letter(text: string, attachments = 0) {
  return { is: "letter", text, cut: [], attachments };
}

export function refused(reason: string) {
  return { is: "refused", reason };
}
