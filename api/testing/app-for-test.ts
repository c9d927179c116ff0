import { onTestFinished } from "vitest";
import { changeRecords } from "../../events/testing/rows.ts";
import { createTestApp, type TestApp, type TestAppOptions } from "./app.ts";

/** A new API for the current test, closed after it. */
export async function appForTest(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await createTestApp(options);
  onTestFinished(() => app.close());
  return app;
}

/** A new API with a registered member. */
export async function appWithMember(
  options?: TestAppOptions,
  details?: Parameters<TestApp["member"]>[0],
) {
  const app = await appForTest(options);
  return { app, member: await app.member(details) };
}

/** Status and body of an answer in one value, to compare both. */
export async function answerOf(answer: Response): Promise<{ status: number; body: unknown }> {
  const text = await answer.text();
  return { status: answer.status, body: text === "" ? null : JSON.parse(text) };
}

/** The answer of a refused call, optionally with a field that has the same message. */
export function withMessage(status: number, message: string, field?: string) {
  return { status, body: { message, ...field && { fields: { [field]: message } } } };
}

/** Tokens of mailed links to a page, oldest first. */
export async function mailedTokens(app: TestApp, page: string, to?: string): Promise<string[]> {
  await app.settled();
  const link = new RegExp(`/${page}[?#]token=([\\w-]+)`);
  return app.mails.filter((mail) => to === undefined || mail.to === to)
    .flatMap(({ text }) => link.exec(text)?.[1] ?? []);
}

/** Removes a member's role. No call does that; such accounts come from an import. */
export async function withoutRole(
  { database, keys }: TestApp,
  memberId: string,
): Promise<void> {
  await changeRecords(
    { database, keys },
    (record) => record.memberId === memberId ? { ...record, role: null } : record,
  );
}
