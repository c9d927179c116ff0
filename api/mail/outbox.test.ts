import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../events/testing/database.ts";
import { createOutbox } from "./outbox.ts";
import { resetPasswordMail } from "./reset-password.ts";

const mailTo = (to: string) =>
  resetPasswordMail({
    to,
    firstName: "<b>Jane</b>",
    link: "https://alumni.example.edu/reset-password?token=abc",
    programName: "TCU",
  });

async function sendTo(to: string): Promise<{ path: string; text: string }> {
  const folder = join(await temporaryFolder(), "outbox");
  const outbox = createOutbox({
    folder,
    from: { name: "Alumni, Connect", address: "support@example.edu" },
    now: () => new Date("2026-03-01T12:00:00.000Z"),
  });
  await outbox.send(await mailTo(to));
  const [name = "", ...others] = await readdir(folder);
  expect(others).toEqual([]);
  return { path: join(folder, name), text: await readFile(join(folder, name), "utf8") };
}

describe("the outbox", () => {
  it("writes a message with a text and an HTML part, for its owner's eyes only", async () => {
    const { path, text } = await sendTo("jane@example.com");
    expect(path).toMatch(/\.eml$/);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(text).toContain("To: jane@example.com");
    expect(text).toContain("Subject: Reset your TCU Army ROTC Alumni Connect password");
    expect(text).toContain("text/plain");
    expect(text).toContain("text/html");
  });

  it("takes one address for one recipient, commas and all", async () => {
    const { text } = await sendTo('"a,b"@example.com');
    expect(text.match(/^To: (.*?)\r?$/m)?.[1]).toBe('<"a,b"@example.com>');
  });
});

describe("resetPasswordMail", () => {
  it("has the link in both parts, and no markup from a name", async () => {
    const { text, html } = await mailTo("jane@example.com");
    expect(text).toContain("https://alumni.example.edu/reset-password?token=abc");
    expect(html).toContain('href="https://alumni.example.edu/reset-password?token=abc"');
    expect(html).toContain("&lt;b&gt;Jane");
  });
});
