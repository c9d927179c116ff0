import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { simpleParser } from "mailparser";
import { expect } from "vitest";
import { send, type SignedUp } from "./calls.ts";
import type { RunningProduct } from "./process.ts";

/** Mails that a product without a mail server has written into its data folder. */
export async function mailsIn(folder: string) {
  const outbox = join(folder, "outbox");
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith(".eml"));
  return await Promise.all(names.map(async (name) => {
    const { to, text = "" } = await simpleParser(await readFile(join(outbox, name)));
    return { to: [to].flat().map((one) => one?.text).join(), text };
  }));
}

/** Opens the link that confirms an address. */
export async function confirmByMail(
  product: Pick<RunningProduct, "origin">,
  folder: string,
  { username }: Pick<SignedUp, "username">,
): Promise<void> {
  const find = async () =>
    (await mailsIn(folder)).find(({ to }) => to === `${username}@example.com`)?.text
      .match(/verify-email\?token=(\S+)/)?.[1];
  await expect.poll(find).toBeDefined();
  const body = { token: decodeURIComponent(await find() ?? "") };
  expect((await send(product, "POST", "/verify-email", { body })).status).toBe(200);
}
