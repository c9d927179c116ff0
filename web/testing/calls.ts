import { afterEach, vi } from "vitest";

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly ifMatch?: string;
}

type StubbedResponse = readonly [status: number, body?: unknown];
type StubbedResponses = Readonly<
  Record<string, StubbedResponse | Promise<StubbedResponse> | ((call: Call) => StubbedResponse)>
>;

afterEach(() => {
  vi.unstubAllGlobals();
});

/**
 * Answers an island's JSON calls, by keys such as `POST /api/login`. Other calls get 404.
 * @returns The calls made, in order.
 */
export function answerCalls(answers: StubbedResponses): readonly Call[] {
  const calls: Call[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    const method = init.method ?? "GET";
    const body = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    const ifMatch = new Headers(init.headers).get("If-Match");
    const call = { method, path, body, ...(ifMatch !== null && { ifMatch }) };
    calls.push(call);
    const named = answers[`${method} ${path}`] ?? [404, { message: "Not found" }];
    const [status, answer] = await (typeof named === "function" ? named(call) : named);
    return new Response(answer === undefined ? null : JSON.stringify(answer), { status });
  });
  return calls;
}
