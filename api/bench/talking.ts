import { latency } from "../../search/bench/latency.ts";
import type { BenchMember, BenchProduct } from "./product.ts";

/** Times in milliseconds. */
interface Times {
  readonly p50: number;
  readonly p99: number;
}

export interface TalkingFigures {
  readonly pairs: number;
  readonly asking: Times;
  readonly accepting: Times;
  readonly writing: Times;
}

interface Pair {
  readonly asker: BenchMember;
  readonly mentor: BenchMember;
}

const pairs = 60;
const messages = 5;
const text = "I have thought about what you wrote, and would do it in the same order again. "
  .repeat(3);

/** Latency of asking, accepting and writing over HTTP, one after another: each waits for its commit. */
export async function measureTalking(
  product: Pick<BenchProduct, "origin" | "cadets" | "mentors" | "signIn">,
): Promise<TalkingFigures> {
  const { origin, cadets, mentors, signIn } = product;
  const send = async ({ cookie }: BenchMember, path: string, body: unknown) => {
    const answer = await fetch(`${origin}/api/connections${path}`, {
      method: "POST",
      headers: { Cookie: cookie, Origin: origin, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const content = await answer.json();
    return answer.ok ? String(content.id) : undefined;
  };
  const ask = ({ asker, mentor }: Pair) =>
    send(asker, "", { memberId: mentor.userId, topics: [], note: text });

  const [asking, accepting, writing] = [[], [], []] as number[][] as [number[], number[], number[]];
  const timed = async <T>(times: number[], work: Promise<T>) => {
    const start = performance.now();
    const result = await work;
    times.push(performance.now() - start);
    return result;
  };
  for (let at = 0; at < mentors.length && accepting.length < pairs; at++) {
    const pair = {
      asker: await signIn(cadets[at % cadets.length] ?? "", 2 * at),
      mentor: await signIn(mentors[at] ?? "", 2 * at + 1),
    };
    const unanswered: number[] = [];
    // Some mentors are hidden, paused or full, and some cadets have asked enough.
    const id = await timed(unanswered, ask(pair));
    if (id === undefined) continue;
    asking.push(...unanswered);
    if (await timed(accepting, send(pair.mentor, `/${id}/accept`, { note: text })) === undefined) {
      throw new Error("A request was not accepted");
    }
    for (let count = 0; count < messages; count++) {
      const author = count % 2 === 0 ? pair.asker : pair.mentor;
      const sent = await timed(writing, send(author, `/${id}/messages`, { text }));
      if (sent === undefined) throw new Error("A message was not sent");
    }
  }
  if (asking.length === 0) throw new Error("Nobody could be asked");
  return {
    pairs: asking.length,
    asking: latency(asking),
    accepting: latency(accepting),
    writing: latency(writing),
  };
}

/** The figures for people. */
export function talkingLines({ pairs, ...times }: TalkingFigures): string[] {
  return [
    `conversations over HTTP, one client, ${pairs} pairs:`,
    ...Object.entries(times).map(([name, { p50, p99 }]) =>
      `  ${name.padEnd(10)} p50 / p99 ${p50.toFixed(1).padStart(7)} /${
        p99.toFixed(1).padStart(7)
      } ms`
    ),
  ];
}
