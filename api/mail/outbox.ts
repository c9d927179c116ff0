import { randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Mail } from "./mail.ts";

export interface OutboxOptions {
  /** Made when it is not there. */
  readonly folder: string;
  readonly from: { readonly name: string; readonly address: string };
  readonly now: () => Date;
}

/** Writes each message as an `.eml` file, which mail programs open and mail servers pick up. */
export function createOutbox({ folder, from, now }: OutboxOptions): Mail {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });

  return {
    async send({ to, subject, text, html }) {
      const { message } = await composer.sendMail({
        // As objects: an address with a comma would be read as two recipients.
        from: { ...from },
        to: { name: "", address: to },
        subject,
        text,
        html,
        date: now(),
      });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${now().toISOString().replaceAll(":", "-")}-${randomUUID()}`;
      // Under its final name only when complete, so that nobody picks up half of it.
      const unfinished = join(folder, `.${name}.tmp`);
      await writeFile(unfinished, message, { mode: 0o600 });
      await rename(unfinished, join(folder, `${name}.eml`));
    },
  };
}
