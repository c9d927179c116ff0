import { normalName } from "./claims.ts";

/** The mailbox of an address without its tag: `kim@example.com` for `Kim+1@example.com`. */
export function mailboxOf(address: string): string {
  return normalName(address).replace(/^([^+@]+)\+[^@]*@/, "$1@");
}
