import { readFile } from "node:fs/promises";
import type { ProgramBrand } from "../../config/brand.ts";
import type { MailImage } from "../mail.ts";

/** Marks our pictures, so that they are recognized in replies. */
export const mailPictureMark = "Alumni Connect: picture of a letter";

const cid = "program-logo";
const markFile = new URL("mark.png", import.meta.url);

let mark: Promise<MailImage> | undefined;

/** The product's own mark, for programs without a logo. */
export function defaultMark(): Promise<MailImage> {
  return mark ??= readFile(markFile).then((bytes) => ({ cid, alt: "Alumni Connect logo", bytes }));
}

interface MailLogoParts {
  readonly brand: () => Pick<ProgramBrand, "programName" | "logo">;
  readonly readLogo: () => Promise<{ readonly bytes: Uint8Array } | undefined>;
}

/** The logo that staff uploaded, drawn for mails once. Mails go out without it while it can't be read. */
export function createMailLogo(
  { brand, readLogo }: MailLogoParts,
): () => Promise<MailImage | undefined> {
  let known: { readonly tag: string; readonly bytes: Uint8Array } | undefined;
  return async () => {
    const { logo: tag, programName } = brand();
    if (tag === undefined) return await defaultMark();
    try {
      if (known?.tag !== tag) {
        const logo = await readLogo();
        if (logo === undefined) return await defaultMark();
        const { encodeMailLogo } = await import("../../drawing/encode-picture.ts");
        known = { tag, bytes: await encodeMailLogo(logo.bytes, mailPictureMark) };
      }
      return { cid, alt: `${programName} Army ROTC logo`, bytes: known.bytes };
    } catch {
      return undefined;
    }
  };
}
