import { Hono } from "hono";
import { handedReceipt } from "../../../api/erasure/receipt.ts";
import type { PageEnv } from "../../page-env.ts";
import { pagePaths, paths } from "../../paths.ts";
import type { SiteDeps } from "../../site-deps.ts";
import { ReceiptPage, receiptText } from "./page.tsx";

/** `/erasure-receipt`: for the browser in which an account was just deleted. */
export function receiptRoutes({ product: { accounts }, config }: SiteDeps) {
  return new Hono<PageEnv>()
    .get(pagePaths.receipt(), (c) => {
      const receipt = handedReceipt(c, accounts);
      if (receipt === undefined) return c.redirect(paths.home(), 303);
      return c.render(<ReceiptPage receipt={receipt} brand={config} />, { title: "Receipt" });
    })
    .get(pagePaths.receiptFile(), (c) => {
      const receipt = handedReceipt(c, accounts);
      if (receipt === undefined) return c.redirect(paths.home(), 303);
      c.header("Content-Disposition", 'attachment; filename="erasure-receipt.txt"');
      return c.text(receiptText({ receipt, brand: config }));
    });
}
