const maxLength = 500;

/** The address of a LinkedIn profile, however it was copied, without tracking parameters; `undefined` for any other. */
export function readLinkedIn(cell: string): string | undefined {
  if (cell.length > maxLength) return undefined;
  const part = cell.split(/[\s<>()"',;]+/).find((one) => /linkedin\.com\//i.test(one));
  const [, subdomain = "", path] =
    /^(?:https?:\/*)?([a-z0-9-]{1,20}\.)?linkedin\.com\/([^?#]+)/i.exec(part ?? "") ?? [];
  const host = subdomain.replace(/^(?:m|mobile|touch)\.$/i, "www.").toLowerCase();
  return path === undefined ? undefined : readLink(`${host}linkedin.com/${path}`);
}

/** An https address, also where "https://" was left out. */
export function readLink(cell: string): string | undefined {
  const text = cell.trim();
  if (text.length > maxLength) return undefined;
  const address = text.replace(/^(?:http:\/\/|https:\/\/)?/i, "https://");
  if (!URL.canParse(address)) return undefined;
  const { href, hostname, username, password } = new URL(address);
  return hostname.includes(".") && username + password === "" ? href : undefined;
}
