import { decodeHTMLStrict } from "entities";

const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/gi;

/** A cell as websites export it, such as "O&#39;Brien", sometimes twice over. */
export function withoutEntities(text: string): string {
  return text.includes("&") ? decodeHTMLStrict(decodeHTMLStrict(text)) : text;
}

/** Decodes a whole file, except entities that would divide its cells. A delimiter may end an entity. */
export function withoutEntitiesBetween(text: string): string {
  if (!text.includes("&")) return text;
  const decode = (written: string) => {
    const decoded = decodeHTMLStrict(written);
    return /[",;|\t\r\n]/.test(decoded) ? written : decoded;
  };
  return text.replaceAll(entity, decode).replaceAll(entity, decode);
}
