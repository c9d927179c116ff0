import { describe, expect, it } from "vitest";
import { databaseIn } from "../../events/testing/database.ts";
import { isThere } from "../../events/testing/file-text.ts";
import {
  ask,
  password,
  send,
  sessionIn,
  type SignedUp,
  signUp,
  textsIn,
} from "../testing/calls.ts";
import { someProfile } from "../testing/app.ts";
import { filesBelow } from "../testing/files.ts";
import { confirmByMail } from "../testing/mails-in-folder.ts";
import { aProgram, logIn, type Program } from "../testing/program.ts";
import type { RunningProduct } from "../testing/process.ts";

/** Words that are only in this test's texts, one for each. */
const mark = (text: string) => `Zanzibar${text}`;
const often = { interval: 100 };

async function person(product: RunningProduct, program: Program, name: string) {
  const person = await signUp(product, name);
  await confirmByMail(product, program.environment.DATA_DIR, person);
  return person;
}

/** Files that contain a planted text, plain, in base64 or in quoted printable. */
async function filesWithMarks(folder: string): Promise<string[]> {
  const marked = (await filesBelow(folder)).filter(({ bytes }) =>
    /zanzibar|WmFuemliYX|phbnppYmFy|aYW56aWJhc/i.test(bytes.replaceAll("=\r\n", ""))
  );
  return marked.map(({ path }) => path);
}

/** A request, an answer, a message, an end and a rating: five texts of two people. */
async function talk(product: RunningProduct, casey: SignedUp, morgan: SignedUp) {
  const call = async (who: SignedUp, path: string, body?: unknown) => {
    const answer = await send(product, "POST", path, { cookie: who.cookie, body });
    expect([path, answer.status < 400]).toEqual([path, true]);
  };
  const input = { memberId: morgan.id, topics: "Networking", note: mark("Asked") };
  const base = `/connections/${await ask(product, casey, input)}`;
  await call(morgan, base, { action: "accept", note: mark("Answered") });
  await call(casey, base, { action: "message", text: mark("Written") });
  await call(morgan, base, { action: "message", text: mark("Replied") });
  await call(casey, base, { action: "end" });
  await call(casey, base, { action: "feedback", helped: "yes", words: mark("Judged") });
  // A view of contacts is forgotten with either of them. The owner still sees that someone looked.
  await call(casey, `/api/profile/${morgan.id}/contacts/primaryEmail`);
  return base;
}

describe("a conversation with an erased member", () => {
  it.each(["casey", "morgan"] as const)(
    "leaves no byte of %s, even after yesterday's backup was restored",
    async (name) => {
      const program = await aProgram();
      const first = await program.start();
      const casey = await person(first, program, "casey");
      const morgan = await person(first, program, "morgan");
      const fields = { ...someProfile, primaryEmail: "morgan@example.com" };
      const profile = { ...fields, helpTopics: ["Networking"] };
      const { cookie } = morgan;
      expect((await send(first, "POST", "/api/profile", { cookie, body: profile })).status).toBe(
        201,
      );
      const base = await talk(first, casey, morgan);
      const [erased, other] = name === "casey" ? [casey, morgan] : [morgan, casey];
      // Waits until the mails are sent, so that any traces of them exist.
      const events = await databaseIn(program.environment.DATA_DIR, "alumni.db");
      await expect.poll(
        () => events.read("SELECT 1 FROM outbox WHERE next_attempt_at_ms < 9e12 AND attempts > 0"),
        often,
      ).toEqual([]);
      events.close();
      await first.stop();
      expect((await program.backUp()).code).toBe(0);
      expect((await program.run(["verify"])).code).toBe(0);

      const second = await program.start();
      const answer = await send(second, "DELETE", "/api/account", { cookie: erased.cookie });
      expect(answer.status).toBe(204);
      const read = async (product: RunningProduct) => {
        const cookie = await cookieOf(product, other);
        const shown = await send(product, "GET", base, { cookie });
        return await shown.text();
      };
      const isLeft = (html: string) => {
        expect(html).toContain("A former member");
        expect(html).toContain("Ended: a member left");
        expect(textsIn(html)).toEqual([]);
      };
      isLeft(await read(second));
      // Only the asker looked. The view stays for the owner, without the viewer.
      const seen = async (product: RunningProduct) => {
        const cookie = await cookieOf(product, other);
        const page = await (await send(product, "GET", "/contacts", { cookie })).text();
        if (name === "casey") expect(page).not.toMatch(/casey/i);
        return page.includes("A former member");
      };
      expect(await seen(second)).toBe(name === "casey");
      await expect.poll(() => filesWithMarks(program.environment.DATA_DIR), often).toEqual([]);
      await second.stop();
      expect(await filesWithMarks(program.environment.DATA_DIR)).toEqual([]);
      expect(first.written() + second.written()).not.toContain("Zanzibar");
      expect((await program.run(["verify"])).code).toBe(0);
      expect(await revealsIn(program.environment.DATA_DIR)).toEqual([]);

      await program.loseData();
      await program.restore();
      const third = await program.start();
      expect(await logIn(third, erased)).toBe(401);
      isLeft(await read(third));
      expect(await seen(third)).toBe(name === "casey");
      await third.stop();
      expect(await filesWithMarks(program.environment.DATA_DIR)).toEqual([]);
      expect((await program.run(["verify"])).code).toBe(0);
      expect(await revealsIn(program.environment.DATA_DIR)).toEqual([]);
    },
    180_000,
  );
});

/** Views of contacts that name both people, in the log and in the read tables. */
async function revealsIn(folder: string): Promise<unknown[]> {
  const log = await databaseIn(folder, "alumni.db");
  const tables = await databaseIn(folder, "alumni.db");
  const found = [
    ...await log.read(
      `SELECT position FROM personal JOIN events USING (position)
       WHERE type = 'ContactRevealed' AND ${isThere}`,
    ),
    ...await tables.read("SELECT * FROM reveals WHERE viewer_id IS NOT NULL"),
  ];
  log.close();
  tables.close();
  return found;
}

async function cookieOf(product: RunningProduct, { username }: SignedUp): Promise<string> {
  const body = { username, password };
  const answer = await send(product, "POST", "/api/login", { body });
  expect(answer.status).toBe(200);
  return sessionIn(answer);
}
