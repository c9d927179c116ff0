/** Reads the parts of a mail with mailsplit, which mailparser uses, too. */
import { type MimeNode, Splitter } from "@zone-eu/mailsplit";
import type { Content } from "../inbound-mail.ts";
import { MailHeaders } from "./headers.ts";

/** The reason for not reading a mail to its end. */
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
  /** "" if there is none. */
  readonly fileName: string;
  readonly node: MimeNode;
  /** Still in its transfer encoding. */
  readonly body: Uint8Array;
  /** Without transfer encoding, still in its character set; empty if the body is larger than text may be. */
  readonly content: Uint8Array;
  /** Empty unless the type is `multipart/…`. */
  readonly parts: readonly Part[];
}

// Mail programs stay far below these limits.
const limits = { maxHeadSize: 65_536, maxChildNodes: 200 };
/** Maximum of text in its transfer encoding: four bytes for each character that may be read. */
export const maxTextBytes = 1024 * 1024;

/**
 * @throws {RefusedMail} If it has more parts or longer headers than a person's mail, or a delimiter
 * that mailsplit takes for text.
 */
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
  if (countDelimiters(source, [...bodies.keys()]) !== bodies.size - 1) {
    throw new RefusedMail("unreadable");
  }
  const children = Map.groupBy(bodies.keys(), ({ parentNode }) => parentNode);

  async function partOf(node: MimeNode): Promise<Part> {
    const headers = new MailHeaders(node.getHeaders());
    const parent = node.parentNode && node.parentNode.multipart;
    const isMailOfDigest = parent === "digest" && headers.first("content-type") === "";
    const body = Buffer.concat(bodies.get(node) ?? []);
    return {
      headers,
      type: isMailOfDigest ? "message/rfc822" : (node.contentType || "").replace(/[\s(][^]*/, ""),
      fileName: node.filename || "",
      node,
      body,
      content: body.length > maxTextBytes ? new Uint8Array() : await decodeBody({ node, body }),
      parts: await Promise.all((children.get(node) ?? []).map(partOf)),
    };
  }
  const [root] = children.get(false) ?? [];
  if (root === undefined) throw new RefusedMail("unreadable");
  return await partOf(root);
}

/**
 * Counts the delimiter lines. mailsplit misses one that ends in blanks, or belongs to a `multipart` around one
 * without an end. Attachments would then be read as text, or text would be lost.
 */
function countDelimiters(source: Uint8Array, nodes: readonly MimeNode[]): number {
  const boundaries = nodes.flatMap(({ _boundary: bytes }) =>
    bytes ? RegExp.escape(bytes.toString("latin1")) : []
  );
  if (boundaries.length === 0) return 0;
  const delimiter = `(?<![^\\n])--(?:${boundaries.join("|")})(--)?([ \\t]*)\\r?(?![^\\n])`;
  const text = Buffer.from(source.buffer, source.byteOffset, source.length).toString("latin1");
  let count = 0;
  for (const [, end, blanks] of text.matchAll(new RegExp(delimiter, "g"))) {
    if (blanks !== "") return -1;
    if (end === undefined) count++;
  }
  return count;
}

/** Decodes the transfer encoding of a part. The content stays in its character set. */
export async function decodeBody(
  { node, body }: Pick<Part, "node" | "body">,
): Promise<Uint8Array> {
  if (node.encoding === "base64") return decodeBase64(body);
  const decoder = node.getDecoder();
  decoder.end(body);
  return Buffer.concat(await Array.fromAsync(decoder));
}

/** Node's decoder ends at the first padding, but some programs pad every line. */
function decodeBase64(body: Uint8Array): Uint8Array {
  const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString("latin1").replace(
    /[^a-z0-9+/=]+/gi,
    "",
  );
  const decoded = Buffer.alloc(Math.ceil(text.length * 3 / 4));
  let length = 0;
  for (const [piece] of text.matchAll(/[^=]+/g)) {
    length += decoded.write(piece, length, "base64");
  }
  return decoded.subarray(0, length);
}

/**
 * Bytes outside the character set become U+FFFD, as does ESC, which starts characters of ISO-2022. The default
 * character set is UTF-8.
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
