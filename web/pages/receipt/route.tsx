import { Hono } from "hono";
import { recentReceipt } from "../../../api/erasure/receipt.ts";
import { type ErasureReceipt, receiptLine } from "../../../events/verify/receipt.ts";
import type { Brand } from "../../config.ts";
import type { PageEnv, SiteDeps } from "../../page-env.ts";
import { pagePaths, paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Facts } from "../../ui/facts.tsx";

/** `/erasure-receipt`: for the browser in which an account was just deleted. */
export function receiptRoutes({ product: { accounts }, config }: SiteDeps) {
  return new Hono<PageEnv>()
    .get(pagePaths.receipt(), (c) => {
      const receipt = recentReceipt(c, accounts);
      if (receipt === undefined) return c.redirect(paths.home(), 303);
      return c.render(<ReceiptPage receipt={receipt} brand={config} />, { title: "Receipt" });
    })
    .get(pagePaths.receiptFile(), (c) => {
      const receipt = recentReceipt(c, accounts);
      if (receipt === undefined) return c.redirect(paths.home(), 303);
      c.header("Content-Disposition", 'attachment; filename="erasure-receipt.txt"');
      return c.text(receiptText({ receipt, brand: config }));
    });
}

interface ReceiptPageProps {
  readonly receipt: ErasureReceipt;
  readonly brand: Pick<Brand, "programName" | "supportEmail">;
}

/** Receipt for a deleted account. It names no one, so its owner can show it to anyone. */
function ReceiptPage({ receipt, brand: { programName, supportEmail } }: ReceiptPageProps) {
  return (
    <div className="shell-column receipt">
      <Card className="stack gap-4" aria-labelledby="receipt-title">
        <h1 id="receipt-title">Receipt for Your Deleted Account</h1>
        <p>
          Your account in the {programName}{" "}
          Army ROTC directory has been deleted. The key to your personal data was destroyed, so no
          one can read that data again, including us. This receipt doesn't contain your name, so we
          can't send it to you later. Save or print it now if you want to keep it.
        </p>
        <Facts facts={rows(receipt)} />
        <h2>The Receipt in One Line</h2>
        <p className="receipt-line box">{receiptLine(receipt)}</p>
        <p>
          Send this line to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>{" "}
          at any time. The program can confirm that your account was erased and that none of your
          data is left.
        </p>
        <div className="receipt-actions row gap-3">
          <ButtonLink href={pagePaths.receiptFile()} download>Save Receipt</ButtonLink>
          <ButtonLink variant="outline" href={paths.home()}>Go to Home</ButtonLink>
        </div>
      </Card>
    </div>
  );
}

function receiptText({ receipt, brand: { programName, supportEmail } }: ReceiptPageProps) {
  const width = Math.max(...rows(receipt).map(([name]) => name.length)) + 2;
  return [
    `Receipt for an account deleted from the ${programName} Army ROTC directory`,
    "",
    ...rows(receipt).map(([name, value]) => `${name.padEnd(width)}${value}`),
    "",
    "The receipt in one line:",
    receiptLine(receipt),
    "",
    `${supportEmail} can confirm it. The directory's operator checks it with`,
    "npm run admin -- verify --receipt (this file, or the line).",
    "",
  ].join("\n");
}

function rows({ erasureId, at, position, hash }: ErasureReceipt) {
  return [
    ["Erasure", erasureId],
    ["Time (UTC)", at.replace("T", " ").replace("Z", "")],
    ["Log position", String(position)],
    ["Hash", hash],
  ] as const;
}
