import { isIP } from "node:net";

/** For whom passkeys are: browsers use one only there. */
export interface RelyingParty {
  /** The host's name: browsers accept no network address. */
  readonly id: string;
  readonly origin: string;
}

/** Of the configured origin, never of a request's. `undefined` at a network address, where there are no passkeys. */
export function relyingPartyOf(appOrigin: string): RelyingParty | undefined {
  const { hostname, origin } = new URL(appOrigin);
  return isIP(hostname.replace(/^\[|\]$/g, "")) === 0 ? { id: hostname, origin } : undefined;
}
