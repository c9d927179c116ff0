import { afterEach, vi } from "vitest";

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

type Answer = readonly [status: number, body?: unknown];
type Answers = Readonly<Record<string, Answer | Promise<Answer>>>;

afterEach(() => {
  vi.unstubAllGlobals();
});

/**
 * Answers the JSON calls of an island, by `POST /api/login` and the like; what is not named is 404.
 *
 * @returns What was called, in order.
 */
export function answerCalls(answers: Answers): readonly Call[] {
  const calls: Call[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    const method = init.method ?? "GET";
    const body = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    calls.push({ method, path, body });
    const [status, answer] =
      await (answers[`${method} ${path}`] ?? [404, { message: "Not found" }]);
    return new Response(answer === undefined ? null : JSON.stringify(answer), { status });
  });
  return calls;
}
