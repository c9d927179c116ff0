const longest = 500;

/** The address of a profile on LinkedIn, however it was copied, without what tracks; `undefined` for another. */
export function readLinkedIn(cell: string): string | undefined {
  if (cell.length > longest) return undefined;
  const part = cell.split(/[\s<>()"',;]+/).find((one) => /linkedin\.com\//i.test(one));
  const [, subdomain = "", path] =
    /^(?:https?:\/*)?([a-z0-9-]{1,20}\.)?linkedin\.com\/([^?#]+)/i.exec(part ?? "") ?? [];
  const host = subdomain.replace(/^(?:m|mobile|touch)\.$/i, "www.").toLowerCase();
  return path === undefined ? undefined : readLink(`${host}linkedin.com/${path}`);
}

/** An https address: with it where it was left out. */
export function readLink(cell: string): string | undefined {
  const text = cell.trim();
  if (text.length > longest) return undefined;
  const address = text.replace(/^(?:http:\/\/|https:\/\/)?/i, "https://");
  if (!URL.canParse(address)) return undefined;
  const { href, hostname, username, password } = new URL(address);
  return hostname.includes(".") && username + password === "" ? href : undefined;
}
