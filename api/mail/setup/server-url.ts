import { isLoopback } from "../../config/loopback.ts";

/**
 * Reads the address of a mail server, such as `smtps://user@host:465`.
 *
 * @param ports Without and with TLS from the first byte, where the address has none.
 * @returns `undefined` when it is malformed, or has characters that should be percent-encoded.
 */
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
