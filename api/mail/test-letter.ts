import { type Letter, siteName } from "./letter.ts";

/** Shows an operator that mail arrives, and how it looks. */
export function testLetter(head: Parameters<typeof siteName>[0]): Letter {
  return {
    subject: `A test of ${siteName(head)}`,
    firstName: "",
    opening:
      `If you read this, mail from ${siteName(head)} arrives. It is worth a look whether it came ` +
      "into the inbox, and whether an answer goes to the right people.",
    closing: [],
    because: "somebody who runs the service asked for a test with this address",
  };
}
