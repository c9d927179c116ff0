import { onTestFinished } from "vitest";
import { createTestApp } from "../../../../testing/app.ts";
import type { LogEntry } from "../../../../node/log.ts";
import type { Receive } from "../../inbound-mail.ts";
import { receiveSpy } from "../transport.contract.ts";
import { MailHook } from "../mail-hook.ts";

export const hookSecret = "a1b2c3d4e5f60718293a4b5c6d7e8f90";

/** The whole product on temporary data, taking mail over HTTP. `close` removes it. */
export async function appWithHook(receive: Receive) {
  const hookLog: LogEntry[] = [];
  const log = (entry: LogEntry) => void hookLog.push(entry);
  const mailHook = new MailHook({ secret: async () => hookSecret, receive, log });
  const app = await createTestApp({ mailHook });
  const post = async (
    body: BodyInit,
    headers: Readonly<Record<string, string>> = {},
    path = `/mail/${hookSecret}`,
  ) =>
    await app.app.fetch(
      // Like a mail service: from elsewhere, without a page or cookie.
      new Request(`http://localhost:8000${path}`, { method: "POST", body, headers }),
      { remoteAddr: { hostname: "192.0.2.1" } },
    );
  return { ...app, hookLog, post };
}

/** The same for the running test, with the delivered mails. */
export async function hookForTest() {
  const { receive, mails, names } = receiveSpy();
  const app = await appWithHook(receive);
  onTestFinished(() => app.close());
  return { ...app, mails, names };
}

export const textOf = ({ source }: { readonly source: Uint8Array }) =>
  new TextDecoder().decode(source);
