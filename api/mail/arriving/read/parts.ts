/** Parts of a mail, by mailsplit, which mailparser reads with, too. */
import { type MimeNode, Splitter } from "@zone-eu/mailsplit";
import type { Content } from "../arriving-mail.ts";
import { MailHeaders } from "./headers.ts";

/** A mail that isn't read to its end, and why. */
export class RefusedMail extends Error {
  override readonly name = "RefusedMail";

  constructor(readonly reason: Extract<Content, { is: "refused" }>["reason"]) {
    super(`Mail is ${reason}`);
  }
}

export interface Part {
  readonly headers: MailHeaders;
  /** In lower case, without parameters. */
  readonly type: string;
  /** "" without one. */
  readonly fileName: string;
  readonly node: Pick<MimeNode, "charset" | "disposition" | "flowed" | "delSp">;
  /** In no transfer encoding, but still in its character set. */
  readonly content: Uint8Array;
  /** Empty unless the type is `multipart/…`. */
  readonly parts: readonly Part[];
}

// Mail programs stay far below these.
const limits = { maxHeadSize: 65_536, maxChildNodes: 200 };

/** @throws {RefusedMail} If it has more parts or longer headers than a person's mail. */
export async function readParts(source: Uint8Array): Promise<Part> {
  const bodies = new Map<MimeNode, Uint8Array[]>();
  const splitter = new Splitter({ ...limits, ignoreEmbedded: true });
  splitter.end(source);
  try {
    for await (const chunk of splitter) {
      if (chunk.type === "node") bodies.set(chunk, []);
      else if (chunk.type === "body") bodies.get(chunk.node)?.push(chunk.value);
    }
  } catch (error) {
    if ((error as { code?: string }).code !== "EMAXLEN") throw error;
    throw new RefusedMail("unreadable");
  }
  const children = Map.groupBy(bodies.keys(), ({ parentNode }) => parentNode);

  async function partOf(node: MimeNode): Promise<Part> {
    const headers = new MailHeaders(node.getHeaders());
    const parent = node.parentNode && node.parentNode.multipart;
    const isMailOfDigest = parent === "digest" && headers.first("content-type") === "";
    const decoder = node.getDecoder();
    decoder.end(Buffer.concat(bodies.get(node) ?? []));
    return {
      headers,
      type: isMailOfDigest ? "message/rfc822" : (node.contentType || "").replace(/[\s(][^]*/, ""),
      fileName: node.filename || "",
      node,
      content: Buffer.concat(await Array.fromAsync(decoder)),
      parts: await Promise.all((children.get(node) ?? []).map(partOf)),
    };
  }
  const [root] = children.get(false) ?? [];
  if (root === undefined) throw new RefusedMail("unreadable");
  return await partOf(root);
}

/**
 * Bytes that its character set doesn't have become U+FFFD, as does ESC, with which ISO-2022 begins
 * characters. Without a known set, it is UTF-8.
 */
export function decodeText(part: Part): string {
  return decoderOf(part).decode(part.content).replaceAll("\x1b", "\ufffd");
}

function decoderOf({ node: { charset } }: Part): TextDecoder {
  const label = String(charset || "utf-8").toLowerCase().trim();
  try {
    return new TextDecoder(/^(us-)?ascii$/.test(label) ? "utf-8" : label);
  } catch {
    return new TextDecoder();
  }
}
