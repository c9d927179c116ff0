import { onTestFinished } from "vitest";
import { createTestApp, type TestApp, type TestAppOptions } from "./app.ts";

/** An API of its own for the running test; gone when the test is over. */
export async function appForTest(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await createTestApp(options);
  onTestFinished(() => app.close());
  return app;
}

/** Status and body of an answer in one value, to compare at once. */
export async function answerOf(answer: Response): Promise<{ status: number; body: unknown }> {
  const text = await answer.text();
  return { status: answer.status, body: text === "" ? null : JSON.parse(text) };
}
