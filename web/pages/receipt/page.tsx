import { type ErasureReceipt, receiptLine } from "../../../events/verify/receipt.ts";
import type { Brand } from "../../config.ts";
import { pagePaths, paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";

export interface ReceiptPageProps {
  readonly receipt: ErasureReceipt;
  readonly brand: Pick<Brand, "programName" | "supportEmail">;
}

/** What someone keeps who deleted their account. It names nobody, so it can be shown to anybody. */
export function ReceiptPage({ receipt, brand: { programName, supportEmail } }: ReceiptPageProps) {
  return (
    <div className="shell-column receipt">
      <Card aria-labelledby="receipt-title">
        <h1 id="receipt-title">Receipt of Your Erasure</h1>
        <p>
          Your account in the {programName}{" "}
          Army ROTC directory is deleted. The key to everything personal is destroyed: nobody can
          read it again, and neither can we. This receipt names nobody, so we cannot send it to you
          later. Please save or print it now if you want to keep it.
        </p>
        <dl>
          {rows(receipt).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <h2>In one line</h2>
        <p className="receipt-line">{receiptLine(receipt)}</p>
        <p>
          Send this line to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>{" "}
          at any time, and the program can confirm that the erasure is recorded and that nothing of
          you is left.
        </p>
        <div className="receipt-actions">
          <ButtonLink href={pagePaths.receiptFile()} download>Save Receipt</ButtonLink>
          <ButtonLink variant="outline" href={paths.home()}>Go to Home</ButtonLink>
        </div>
      </Card>
    </div>
  );
}

/** The same as a text file. */
export function receiptText({ receipt, brand: { programName, supportEmail } }: ReceiptPageProps) {
  const width = Math.max(...rows(receipt).map(([name]) => name.length)) + 2;
  return [
    `Receipt of an erasure from the ${programName} Army ROTC directory`,
    "",
    ...rows(receipt).map(([name, value]) => `${name.padEnd(width)}${value}`),
    "",
    "In one line:",
    receiptLine(receipt),
    "",
    `${supportEmail} can confirm it. Whoever runs the directory does so with`,
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
