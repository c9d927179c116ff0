import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { type ErasureReceipt, readReceipt, receiptLine } from "../../events/verify/receipt.ts";
import type { Accounts } from "../accounts/accounts.ts";

const cookieName = "erasure-receipt";
/** Time enough to save or print it; whoever uses the browser next need not find it. */
const maxAgeSeconds = 60 * 60;

/**
 * Gives the receipt to whoever asked for the erasure: as the header `Erasure-Receipt`, and in a cookie
 * from which the pages show it.
 */
export function handOver(c: Context, receipt: ErasureReceipt): void {
  const line = receiptLine(receipt);
  c.header("Erasure-Receipt", line);
  setCookie(c, cookieName, line, {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    maxAge: maxAgeSeconds,
  });
}

/** The receipt that this browser was given in the last hour; what others put into the cookie is none. */
export function handedReceipt(
  c: Context,
  accounts: Pick<Accounts, "hasIssued">,
): ErasureReceipt | undefined {
  const line = getCookie(c, cookieName);
  if (line === undefined) return undefined;
  const read = readReceipt(line);
  return read.is === "receipt" && accounts.hasIssued(read.receipt) ? read.receipt : undefined;
}
