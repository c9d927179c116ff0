import { onTestFinished } from "vitest";
import { changeRecords } from "../../events/testing/rows.ts";
import { createTestApp, type TestApp, type TestAppOptions } from "./app.ts";

/** An API of its own for the running test; gone when the test is over. */
export async function appForTest(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await createTestApp(options);
  onTestFinished(() => app.close());
  return app;
}

/** The same with someone who has registered. */
export async function appWithMember(
  options?: TestAppOptions,
  details?: Parameters<TestApp["member"]>[0],
) {
  const app = await appForTest(options);
  return { app, member: await app.member(details) };
}

/** Status and body of an answer in one value, to compare at once. */
export async function answerOf(answer: Response): Promise<{ status: number; body: unknown }> {
  const text = await answer.text();
  return { status: answer.status, body: text === "" ? null : JSON.parse(text) };
}

/** The answer of a call that is refused; with a field that has the same message. */
export function withMessage(status: number, message: string, field?: string) {
  return { status, body: { message, ...field && { fields: { [field]: message } } } };
}

/** Tokens of the links to a page that were mailed, oldest first. */
export async function mailedTokens(app: TestApp, page: string, to?: string): Promise<string[]> {
  await app.settled();
  const link = new RegExp(`/${page}[?#]token=([\\w-]+)`);
  return app.mails.filter((mail) => to === undefined || mail.to === to)
    .flatMap(({ text }) => link.exec(text)?.[1] ?? []);
}

/** No call removes a role: such accounts come from an import. */
export async function withoutRole(
  { database, keys }: TestApp,
  memberId: string,
): Promise<void> {
  await changeRecords(
    { database, keys },
    (record) => record.memberId === memberId ? { ...record, role: null } : record,
  );
}
