import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { maxMailBytes } from "../inbound-mail.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hostileMails } from "../testing/hostile-mails.ts";
import { filePart, joined, mixed, sourceOf, textPart } from "../testing/mail-source.ts";
import { readMail } from "./read-mail.ts";

const hasOpenSsl = spawnSync("openssl", ["version"]).status === 0;
if (!hasOpenSsl) console.log("Signed data by OpenSSL: skipped, since there is no openssl");

const folder = mkdtempSync(join(tmpdir(), "read-mail-"));
afterAll(() => rmSync(folder, { recursive: true }));

function openssl(args: readonly string[]): Uint8Array {
  const { status, stdout, stderr } = spawnSync("openssl", args, { cwd: folder });
  expect(status, stderr.toString()).toBe(0);
  return stdout;
}

describe.skipIf(!hasOpenSsl)("S/MIME by OpenSSL", () => {
  const planted = "planted@home.example.com";
  const mail = sourceOf(mixed(textPart("Hello Sam"), filePart("application/pdf", "a.pdf", "%PDF")));
  const contentOf = async (args: readonly string[]) => {
    const source = openssl(["cms", ...args, "-in", "mail"]);
    return (await readMail({ source: joined(["From: jane@example.com\r\n", source]) })).content;
  };
  beforeAll(() => {
    writeFileSync(join(folder, "mail"), mail);
    const subject = `/CN=Jane Planted/emailAddress=${planted}`;
    const key = ["-newkey", "rsa:2048", "-nodes", "-keyout", "key", "-out", "cert"];
    openssl(["req", "-x509", ...key, "-subj", subject, "-days", "2"]);
  });
  const sign = ["-sign", "-signer", "cert", "-inkey", "key", "-binary"];

  it.each<[string, readonly string[]]>([
    ["opaque", [...sign, "-nodetach"]],
    ["opaque, as a stream", [...sign, "-nodetach", "-stream"]],
    ["opaque, without attributes", [...sign, "-nodetach", "-noattr", "-nosmimecap"]],
    ["in the clear", sign],
  ])("is read: %s", async (_, args) => {
    const content = await contentOf(args);
    expect(content).toEqual({ is: "letter", text: "Hello Sam", cut: [], attachments: 1 });
    expect(JSON.stringify(content)).not.toContain(planted);
  });

  it.each<[string, readonly string[]]>([
    ["enveloped data", ["-encrypt", "-aes256", "-recip", "cert"]],
    ["authenticated enveloped data", ["-encrypt", "-aes-256-gcm", "-recip", "cert"]],
  ])("is told to be encrypted: %s", async (_, args) => {
    expect(await contentOf(args)).toEqual({ is: "refused", reason: "encrypted" });
  });
});

const isLinux = process.platform === "linux";
if (!isLinux) console.log("Memory for hostile mails: skipped, since it is read from Linux's /proc");

/**
 * The worker and its packages take 40. A mail is in memory up to nine times: sent to the worker and
 * received there, and of signed data in base64 its part, the same without line breaks, decoded,
 * opened, and that mail's part and text.
 */
const mostMB = 40 + 9 * maxMailBytes / 1024 / 1024;

describe.skipIf(!isLinux)(`memory that reading takes is at most ${mostMB} MB`, () => {
  it.each(Object.keys(hostileMails))("%s", (name) => {
    const path = join(folder, `${name}.eml`);
    writeFileSync(path, hostileMails[name]!());
    const script = join(import.meta.dirname!, "../testing/measure-reading.ts");
    // With the flags of the service.
    const flags = "--v8-flags=--expose-gc,--max-semi-space-size=4";
    const { status, stdout, stderr } = spawnSync(process.execPath, [
      "run",
      "-A",
      flags,
      script,
      path,
    ]);
    expect(status, stderr.toString()).toBe(0);
    expect(Number(stdout.toString())).toBeLessThanOrEqual(mostMB);
  });
});
