import process from "node:process";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { temporaryFolder } from "../../../../events/testing/database.ts";
import { startProduct } from "../../../testing/process.ts";
import { mailNamed } from "./transport.contract.ts";
import { hasDovecot, openDovecot } from "./testing/dovecot.ts";
import { hookSecret } from "./testing/hook.ts";

const isThere = hasDovecot("The service with a mailbox");
const soon = { timeout: 30_000, interval: 200 };

describe.skipIf(!isThere)("the service as it is started", () => {
  it("takes mail from a mailbox and by HTTP, and stops promptly", async () => {
    const dovecot = await openDovecot();
    onTestFinished(() => dovecot.close());
    await dovecot.start();
    const product = await startProduct({
      DATA_DIR: await temporaryFolder(),
    }, {
      choices: {
        replies: {
          address: "reply@example.com",
          usesPlus: true,
          trustedAuthservId: undefined,
          imap: dovecot.server,
          hookSecret,
        },
      },
    });
    onTestFinished(() => product.stop("SIGKILL"));
    await dovecot.deliver(mailNamed("by-imap"));
    await vi.waitFor(async () => expect(await dovecot.count()).toBe(0), soon);
    const answer = await fetch(`${product.origin}/mail/${hookSecret}`, {
      method: "POST",
      body: new Uint8Array(mailNamed("by-http")),
    });
    expect([answer.status, await answer.json()])
      .toEqual([200, { is: "refused", reason: "unknown-conversation" }]);
    const startedAt = performance.now();
    process.kill(product.pid, "SIGTERM");
    expect(await product.ended).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(5000);
    expect(product.written()).not.toMatch(new RegExp(`${hookSecret}|by-imap|jane@|secret@`));
  });
});
