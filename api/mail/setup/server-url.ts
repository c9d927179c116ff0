import { isLoopback } from "../../config/loopback.ts";

/** Reads `smtps://user@host:465`. @param ports The default ones, without and with TLS. */
export function parseServerUrl(
  text: string,
  scheme: "smtp" | "imap",
  ports: readonly [number, number],
) {
  if (!new RegExp(`^${scheme}s?://`).test(text) || !URL.canParse(text)) return undefined;
  const { protocol, hostname, port, pathname, search, hash, username, password } = new URL(text);
  if (hostname === "" || search || hash) return undefined;
  const isSecure = protocol === `${scheme}s:`;
  try {
    return {
      host: hostname.replace(/^\[(.*)\]$/, "$1"),
      port: port === "" ? ports[isSecure ? 1 : 0] : Number(port),
      isSecure,
      isThisMachine: isLoopback(hostname),
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
      path: decodeURIComponent(pathname.slice(1)),
    };
  } catch {
    return undefined;
  }
}
