import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../../../events/testing/database.ts";
import { runAdminHere } from "../../../testing/admin.ts";
import { startMailServer } from "../../../testing/mail-server.ts";

const run = async (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  await runAdminHere(["mail", ...args], {
    environment: { DATA_DIR: join(await temporaryFolder(), "data"), ...more },
  });

describe("npm run admin -- mail --test", { timeout: 60_000 }, () => {
  it("sends a mail that says what it is, in the program's name", async () => {
    const server = await startMailServer();
    onTestFinished(() => server.close());
    const { code, stdout } = await run(["--test", "pat@example.com"], {
      SMTP_URL: `smtp://127.0.0.1:${server.port}`,
      MAIL_FROM: "alumni@example.edu",
      PROGRAM_NAME: "UNT Army ROTC",
    });
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: "The mail server accepted the test email to pat@example.com.\n",
    });
    const [mail] = server.received;
    expect(mail).toMatchObject({ from: "alumni@example.edu", to: ["pat@example.com"] });
    expect(mail?.parsed.subject).toBe("Test email from UNT Army ROTC Alumni Connect");
  });

  it("says why none can be sent, and what to do", async () => {
    expect(await run(["--test", "pat@example.com"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Mail isn't set up"),
    });
    expect((await run(["--test", "pat"])).stderr).toContain(`"pat" isn't an email address`);
    const nowhere = { SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "alumni@example.edu" };
    const { code, stderr } = await run(["--test", "pat@example.com"], nowhere);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The mail server refused the connection\. Check the address/);
  });
});
