import { join } from "node:path";
import { openDatabase } from "../../events/store/database.ts";
import { eventually } from "./requests.ts";
import type { World } from "./world.ts";

/** Above a mail's lease by a killed process plus the wait before its first retry. */
const drainTimeoutMs = 60_000;

/** Waits until all mail is sent. Checks that each arrived once, or again with the same Message-ID and content. */
export async function auditMail(
  world: World,
  url = `file:${join(world.folder, "alumni.db")}`,
): Promise<void> {
  const events = await openDatabase({ url, durability: "normal" });
  const drained = await eventually(async () => {
    // Skips notices, which wait for a quarter of an hour before the first attempt.
    const [row] = await events.read(
      "SELECT count(*) AS waiting FROM outbox WHERE attempts > 0 OR next_attempt_at_ms <= ?",
      [Date.now()],
    );
    return row?.waiting === 0 ? true : undefined;
  }, drainTimeoutMs);
  events.close();
  if (!drained) world.fail("mails wait forever");

  const contents = new Map<string, string>();
  const distinct = new Map<string, { readonly to: string; readonly subject: string }>();
  for (const { to, parsed } of world.mailServer.received) {
    const { messageId = "", text, subject = "" } = parsed;
    // Links name the origin of the process that sent the mail, and the reader's audiences may have changed since.
    const content = text?.replaceAll(/http:\/\/[\d.:]+/g, "")
      .replaceAll(/(Your messages don't show|Change who sees)[^]*?(?=\n\s*\n|$)/g, "");
    const key = JSON.stringify([to, subject, content]);
    const known = contents.get(messageId);
    if (known !== undefined && known !== key) world.fail("two mails have one Message-ID");
    contents.set(messageId, key);
    distinct.set(messageId, { to: to.join(), subject });
  }
  for (const { email, state, resetsAsked } of world.people) {
    const mails = [...distinct.values()].filter(({ to }) => to === email);
    const count = (about: RegExp) => mails.filter(({ subject }) => about.test(subject)).length;
    const [resets, changes] = [count(/^Reset your /), count(/password was changed$/)];
    const others = count(/^Confirm/);
    if (resets > resetsAsked) world.fail(`${resets} mails for ${resetsAsked} requests`);
    if (changes > resetsAsked) world.fail(`${changes} notices after ${resetsAsked} requests`);
    // A member may be erased before the mail is sent.
    const isRight = state.is === "registered" ? others === 1 : others <= 1;
    if (!isRight) world.fail(`${others} mails about one registration (${state.is})`);
  }
}
