import { SaxesParser } from "saxes";
import { type Archive, damaged } from "./archive.ts";

export type Attributes = Readonly<Record<string, string>>;

/** Called while the XML of a part is read. Names are without their prefix. */
export interface Handlers {
  readonly open: (name: string, attributes: Attributes) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
}

const maxDepth = 50;
const maxAttributes = 100;
/** Maximum characters of a name or text. */
const maxPiece = 1_000_000;

/**
 * Parses a part. Refuses document types, since they can define entities. Returns false if the part
 * is missing. @throws {BadFile}
 */
export async function parseXml(
  archive: Archive,
  path: string,
  { open, close, text }: Handlers,
): Promise<boolean> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let [depth, attributes, piece] = [0, 0, 0];
  parser.on("error", () => {
    throw damaged();
  });
  parser.on("doctype", () => {
    throw damaged();
  });
  parser.on("attribute", () => {
    piece = 0;
    if (++attributes > maxAttributes) throw damaged();
  });
  parser.on("opentag", (tag) => {
    [attributes, piece] = [0, 0];
    archive.countElement();
    if (++depth > maxDepth) throw damaged();
    open(plainName(tag.name), tag.attributes);
  });
  parser.on("closetag", ({ name }) => {
    piece = 0;
    depth--;
    close?.(plainName(name));
  });
  if (text !== undefined) {
    parser.on("text", text);
    parser.on("cdata", text);
  }
  const exists = await archive.read(path, (written) => {
    piece += written.length;
    if (piece > maxPiece) throw damaged();
    parser.write(written);
  });
  if (exists) parser.close();
  return exists;
}

function plainName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
