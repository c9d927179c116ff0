import libmime from "libmime";
import { type HeaderField, splitFields, valueOf } from "../proof/header-fields.ts";

export class MailHeaders {
  readonly #fields: readonly HeaderField[];

  constructor(block: Uint8Array) {
    this.#fields = splitFields(new TextDecoder().decode(block));
  }

  all(...names: readonly string[]): string[] {
    return this.#fields.filter(({ name }) => names.includes(name))
      .map((field) => valueOf(field).replaceAll("\r\n", "").trim());
  }

  first(name: string): string {
    return this.all(name)[0] ?? "";
  }
}

const maxField = 2000;

/** Decodes the words of a header field that are encoded by RFC 2047. */
export function decodeWords(field: string): string {
  return libmime.decodeWords(field.slice(0, maxField));
}
