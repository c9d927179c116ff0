import { expect, it } from "vitest";
import { createFolderMail } from "../../../api/mail/drivers/folder.ts";
import { temporaryFolder } from "../../../events/testing/database.ts";
import { realSiteForTest } from "../../testing/real-site.ts";

it("gives the support address if the site can't send email", async () => {
  const sender = { name: "TCU", address: "a@example.edu", replyTo: "a@example.edu" };
  const mail = createFolderMail({ folder: await temporaryFolder(), sender });
  const { send } = await realSiteForTest({ mail });
  const { html, cookies } = await send(
    "/forgot-password",
    { email: "nobody@example.com" },
    undefined,
  );
  expect(html).toContain("No link was sent");
  expect(html).toContain('href="mailto:support@example.edu"');
  expect(html + cookies).not.toContain("Reset Link Sent");
});
