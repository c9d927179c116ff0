import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { type ErasureReceipt, readReceipt, receiptLine } from "../../events/verify/receipt.ts";
import type { Accounts } from "../accounts/accounts.ts";

const cookieName = "erasure-receipt";
/** Long enough to save or print it; the browser's next user shouldn't find it. */
const maxAgeSeconds = 60 * 60;

/** Sends the receipt in the header `Erasure-Receipt`, and in a cookie from which pages show it. */
export function sendReceipt(c: Context, receipt: ErasureReceipt): void {
  const line = receiptLine(receipt);
  c.header("Erasure-Receipt", line);
  setCookie(c, cookieName, line, {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    maxAge: maxAgeSeconds,
  });
}

/** The receipt that this browser got in the last hour. A forged one is ignored. */
export function recentReceipt(
  c: Context,
  accounts: Pick<Accounts, "hasIssued">,
): ErasureReceipt | undefined {
  const line = getCookie(c, cookieName);
  if (line === undefined) return undefined;
  const read = readReceipt(line);
  return read.is === "receipt" && accounts.hasIssued(read.receipt) ? read.receipt : undefined;
}
