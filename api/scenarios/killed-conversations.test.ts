import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { openDatabase } from "../../events/store/database.ts";
import { temporaryFolder } from "../../events/testing/database.ts";
import { createRandom } from "../../events/testing/random.ts";
import { runAdmin } from "../testing/admin.ts";
import { someProfile } from "../testing/app.ts";
import { ask, send, type SignedUp, signUp, textsIn } from "../testing/calls.ts";
import { confirmByMail, mailsIn } from "../testing/mails-in-folder.ts";
import { highLimits, startProduct } from "../testing/process.ts";

/** The number of kills; set by `CONVERSATION_KILLS`. */
const kills = Number(process.env.CONVERSATION_KILLS ?? 4);
const seed = Number(process.env.CONVERSATION_SEED ?? Date.now() % 1e6);

it(
  `keeps every acknowledged text once, and mails none twice (seed ${seed}, ${kills} kills)`,
  async () => {
    const random = createRandom(seed);
    const folder = await temporaryFolder();
    const start = () => startProduct({ DATA_DIR: folder }, { choices: highLimits });
    let product = await start();
    onTestFinished(() => product.stop("SIGKILL"));
    const [asker, mentor] = [await signUp(product, "asker"), await signUp(product, "mentor")];
    for (const person of [asker, mentor]) await confirmByMail(product, folder, person);
    const profile = { ...someProfile, primaryEmail: "mentor@example.com" };
    await send(product, "POST", "/api/profile", { cookie: mentor.cookie, body: profile });
    const id = await ask(product, asker, { memberId: mentor.id, note: "May I ask?" });
    const path = `/connections/${id}`;
    // An answered request isn't mailed anymore.
    await expect.poll(async () =>
      (await mailsIn(folder)).filter(({ text }) => text.includes("> May I ask?")).length
    ).toBe(1);
    await send(product, "POST", path, { cookie: mentor.cookie, body: { action: "accept" } });

    const acknowledged = new Set<string>(["May I ask?"]);
    const doubtful = new Set<string>();
    let written = 0;

    /** The conversation's texts, from its latest page to its first. */
    async function readAll(cookie: string): Promise<string[]> {
      const texts: string[] = [];
      for (let at: string | undefined = path; at !== undefined;) {
        const page: string = await (await send(product, "GET", at, { cookie })).text();
        texts.unshift(...textsIn(page));
        at = /conversation-earlier[^"]*"><a\b[^>]* href="([^"#]+)/.exec(page)?.[1];
      }
      return texts;
    }

    /** Writes messages one by one until the product stops answering. */
    async function write({ username, cookie }: SignedUp): Promise<void> {
      for (;;) {
        const text = `${username} ${++written}.`;
        doubtful.add(text);
        const body = { action: "message", text };
        const answer = await send(product, "POST", path, { cookie, body }).catch(() => undefined);
        if (answer === undefined) return;
        expect(answer.status).toBe(303);
        doubtful.delete(text);
        acknowledged.add(text);
      }
    }

    for (let kill = 0; kill < kills; kill++) {
      const writing = Promise.all([write(asker), write(mentor), write(mentor)]);
      await delay(20 + random.int(300));
      await product.stop("SIGKILL");
      await writing;
      product = await start();
      for (const { cookie } of [asker, mentor]) {
        const texts = await readAll(cookie);
        expect(texts.length).toBe(new Set(texts).size);
        expect([...acknowledged].filter((text) => !texts.includes(text))).toEqual([]);
        for (const text of texts) {
          expect(acknowledged.has(text) || doubtful.has(text)).toBe(true);
          acknowledged.add(text);
        }
      }
      // An unanswered message that is missing now will never appear.
      doubtful.clear();
    }

    const events = await openDatabase({
      url: `file:${join(folder, "alumni.db")}`,
      durability: "normal",
    });
    // Messages read before they were mailed aren't mailed.
    for (const { cookie } of [asker, mentor]) await readAll(cookie);
    // Mails in the folder wait for a mail server. No others are due.
    const due = async () =>
      (await events.read("SELECT 1 FROM outbox WHERE next_attempt_at_ms <= ?", [Date.now()]))
        .length;
    await expect.poll(due).toBe(0);
    events.close();
    const mailed = (await mailsIn(folder)).flatMap(({ text }) => [...text.matchAll(/^> (.*)$/gm)])
      .map(([, text]) => text);
    // A person who reads along gets few mails, and none twice.
    expect(mailed).toContain("May I ask?");
    expect(mailed.filter((text) => !acknowledged.has(text ?? ""))).toEqual([]);
    expect(mailed.length).toBe(new Set(mailed).size);
    // An open live page doesn't delay the stop.
    const page = await send(product, "GET", `/api${path}/events`, { cookie: mentor.cookie });
    await product.stop();
    await page.text();
    expect(product.written()).not.toContain("stopping without the end");
    const verified = await runAdmin(["verify"], { environment: { DATA_DIR: folder } });
    expect(verified).toMatchObject({ code: 0, stderr: "" });
  },
  600_000,
);
