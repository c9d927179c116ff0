import { normalName } from "./claims.ts";

/** The mailbox that an address leads to: without its tag, `kim@example.com` for `Kim+1@example.com`. */
export function mailboxOf(address: string): string {
  return normalName(address).replace(/^([^+@]+)\+[^@]*@/, "$1@");
}
