import { isIP } from "node:net";

/** The sites of passkeys. Browsers use a passkey only there. */
export interface RelyingParty {
  /** The host's name; browsers accept no network address. */
  readonly id: string;
  readonly origin: string;
}

/** For the configured origin, never a request's. `undefined` for a network address, which can't have passkeys. */
export function relyingPartyOf(appOrigin: string): RelyingParty | undefined {
  const { hostname, origin } = new URL(appOrigin);
  return isIP(hostname.replace(/^\[|\]$/g, "")) === 0 ? { id: hostname, origin } : undefined;
}
