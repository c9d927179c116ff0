import { existsSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { type ParsedMail, simpleParser } from "mailparser";

/** The mails in this folder to this address, newest first. */
export async function mailsIn(outbox: string, address: string): Promise<readonly ParsedMail[]> {
  const names = existsSync(outbox) ? await readdir(outbox) : [];
  const mails = await Promise.all(
    names.filter((name) => name.endsWith(".eml")).map(async (name) => {
      const path = join(outbox, name);
      // A mail's own date is in whole seconds.
      const { mtimeMs } = await stat(path);
      return { ...await simpleParser(await readFile(path)), mtimeMs };
    }),
  );
  return mails
    .filter(({ to }) => [to].flat().some((recipient) => recipient?.text.includes(address)))
    .toSorted((one, other) => other.mtimeMs - one.mtimeMs);
}
