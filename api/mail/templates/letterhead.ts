import type { MailImage } from "../mail.ts";
import type { TokenPath } from "./own-links.ts";

/** The program's name and look in mails. */
export interface Letterhead {
  readonly programName: string;
  readonly supportEmail: string;
  /** The only origin of links, whatever host a request names. */
  readonly appOrigin: string;
  /** Chosen by the program, such as `#4d1979`. */
  readonly brandColor?: string | null;
  /** The program's logo; the product's mark if absent. */
  readonly logo?: () => Promise<MailImage | undefined>;
}

/** Read for each mail: staff can change it while the service runs. */
export function letterheadOf(
  brand: () => Pick<Letterhead, "programName" | "supportEmail" | "brandColor">,
  appOrigin: string,
  logo: NonNullable<Letterhead["logo"]>,
): Letterhead {
  return {
    appOrigin,
    logo,
    get programName() {
      return brand().programName;
    },
    get supportEmail() {
      return brand().supportEmail;
    },
    get brandColor() {
      return brand().brandColor ?? null;
    },
  };
}

/** The product's name in mails and on pages: `TCU Army ROTC Alumni Connect`. */
export function siteName({ programName }: Pick<Letterhead, "programName">): string {
  return `${programName} Army ROTC Alumni Connect`;
}

export function pageLink({ appOrigin }: Pick<Letterhead, "appOrigin">, path: string): string {
  return new URL(path, appOrigin).href;
}

export function tokenLink(
  { appOrigin }: Pick<Letterhead, "appOrigin">,
  path: TokenPath,
  token: string,
): string {
  const link = new URL(path, appOrigin);
  link.searchParams.set("token", token);
  return link.href;
}

/** Opens the page on which a mailed code is typed, filled in. */
export function codeLink({ appOrigin }: Pick<Letterhead, "appOrigin">, code: string): string {
  const link = new URL("/code", appOrigin);
  link.searchParams.set("code", code);
  return link.href;
}
