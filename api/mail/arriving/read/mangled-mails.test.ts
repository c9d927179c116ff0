import process from "node:process";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../../../events/testing/random.ts";
import { hostileMails } from "../testing/hostile-mails.ts";
import { mangleMail } from "../testing/mangle-mail.ts";
import { wholeMails } from "../testing/whole-mails.ts";
import { readMail } from "./read-mail.ts";

/** `FUZZ_SEED` repeats a run, and `FUZZ_MAILS` reads more of them. */
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
const mails = Number(process.env.FUZZ_MAILS ?? 1500);
const maxMs = 50;

/** Processor time of one reading. The least of some: other work of this process counts, too. */
function timeOf(source: Uint8Array): number {
  let least = Infinity;
  for (let tries = 0; tries < 8 && least > maxMs; tries++) {
    const start = process.cpuUsage();
    readMail({ source });
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

describe("mail that is mangled", () => {
  it(`is read or refused, in ${maxMs} ms (seed ${seed})`, () => {
    const random = createRandom(seed);
    const sources = wholeMails().map(({ source }) => source);
    const times: number[] = [];
    let letters = 0;
    for (let at = 0; at < mails; at++) {
      const source = mangleMail(random, random.pick(sources), random.pick(sources));
      const { content, envelope } = readMail({ source });
      const hint = `FUZZ_SEED=${seed}, mail ${at}`;
      if (content.is === "letter") {
        letters += 1;
        expect(content.text.trim(), hint).not.toBe("");
        expect(content.text.isWellFormed(), hint).toBe(true);
        expect(content.text, hint).not.toContain("\0");
      }
      expect(envelope.recipients.length, hint).toBeLessThanOrEqual(200);
      expect(envelope.answers.length, hint).toBeLessThanOrEqual(50);
      times.push(timeOf(source));
      expect(times.at(-1), hint).toBeLessThanOrEqual(maxMs);
    }
    // Otherwise it would be refusals that are tested.
    expect(letters / mails).toBeGreaterThan(0.3);
    times.sort((a, b) => a - b);
    const [typical, slow, slowest] = [0.5, 0.99, 1].map((part) =>
      times[Math.ceil(part * mails) - 1]?.toFixed(1)
    );
    console.log(`${mails} mangled mails: ${typical} ms, 99th ${slow} ms, slowest ${slowest} ms`);
  }, 60 * 60_000);

  it.each(Object.keys(hostileMails))(`is read or refused in ${maxMs} ms: %s`, (name) => {
    expect(timeOf(hostileMails[name]!())).toBeLessThanOrEqual(maxMs);
  });
});
