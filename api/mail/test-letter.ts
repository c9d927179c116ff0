import { type Letter, siteName } from "./letter.ts";
import type { Letterhead } from "./letterhead.ts";

/** Shows staff and operators that mail arrives, and how it looks. */
export function testLetter(head: Pick<Letterhead, "programName">): Letter {
  return {
    subject: `Test email from ${siteName(head)}`,
    firstName: "",
    opening: `Email from ${siteName(head)} works. ` +
      "Check that this one is in your inbox, not in spam.",
    closing: [],
    because: "someone asked for a test email to this address",
  };
}
