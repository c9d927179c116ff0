import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
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

describe.skipIf(!isLinux)("memory that reading takes", () => {
  const names = Object.keys(hostileMails);
  let taken: readonly number[] = [];
  beforeAll(() => {
    const paths = names.map((name) => {
      const path = join(folder, `${name}.eml`);
      writeFileSync(path, hostileMails[name]!());
      return path;
    });
    const script = join(import.meta.dirname!, "../testing/measure-reading.ts");
    const args = ["run", "-A", "--v8-flags=--expose-gc", script, ...paths];
    const { status, stdout, stderr } = spawnSync(process.execPath, args);
    expect(status, stderr.toString()).toBe(0);
    taken = stdout.toString().trim().split("\n").map(Number);
  });

  it.each(names)("is at most 192 MB, with the worker: %s", (name) => {
    expect(taken[names.indexOf(name)]).toBeLessThanOrEqual(192);
  });
});
