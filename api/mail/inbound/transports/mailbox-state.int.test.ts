import { describe, expect, it, vi } from "vitest";
import type { LogEntry } from "../../../node/log.ts";
import { explainFailure } from "../../setup/explain-failure.ts";
import { mailNamed, receiveSpy } from "./transport.contract.ts";
import type { ImapServer } from "./settings.ts";
import { type Dovecot, hasDovecot } from "./testing/dovecot.ts";
import { sharedDovecot, soon, started, temporaryState } from "./testing/mailbox.ts";

const isThere = hasDovecot("What staff hear of a mailbox");
const newMailbox = sharedDovecot();

describe.skipIf(!isThere)("staff are told", () => {
  async function codeFor(
    changes: Partial<ImapServer>,
    given?: Dovecot,
  ) {
    const dovecot = given ?? await newMailbox();
    const state = await temporaryState();
    const logged: LogEntry[] = [];
    const log = (entry: LogEntry) => void logged.push(entry);
    const { names, receive } = receiveSpy();
    const server = { ...dovecot.server, ...changes };
    started(server, receive, { state, log });
    await vi.waitFor(async () => expect((await state.report()).is).toBe("failing"), soon);
    expect(names).toEqual([]);
    expect(JSON.stringify(logged)).not.toMatch(/secret|reply@|wrong/);
    return (await state.report()).code ?? "";
  }

  it.each<[string, Partial<ImapServer>, string, RegExp]>([
    ["the password", { login: { password: "wrong" } }, "EIMAP login", /refused the login/],
    ["the folder", { folder: "Nowhere" }, "EIMAP folder", /doesn't have the folder/],
    ["the port", { port: 1 }, "EIMAP ECONNREFUSED", /can't be reached/],
  ])("when %s is wrong", async (_, changes, code, words) => {
    const found = await codeFor(changes);
    expect(found).toBe(code);
    expect(explainFailure({ code: found }).why).toMatch(words);
  });

  it.each(["always", "required"] as const)(
    "when its certificate isn't trusted, with TLS %s",
    async (tls) => {
      const dovecot = await newMailbox();
      const port = tls === "always" ? dovecot.tlsPort : dovecot.server.port;
      const found = await codeFor({ tls, port }, dovecot);
      expect(explainFailure({ code: found }).why).toMatch(
        /no encrypted connection that we can trust/,
      );
    },
  );

  it("when it has old mails that someone read, which aren't deleted", async () => {
    const dovecot = await newMailbox();
    await dovecot.deliver(mailNamed("private"));
    await dovecot.age(40);
    expect(await codeFor({}, dovecot)).toBe("EIMAP used");
    expect(await dovecot.count()).toBe(1);
  });

  it("that it works again, once it does", async () => {
    const dovecot = await newMailbox();
    const state = await temporaryState();
    started(dovecot.server, receiveSpy().receive, { state });
    await vi.waitFor(async () => expect((await state.report()).is).toBe("works"), soon);
    await dovecot.stop();
    await vi.waitFor(async () => expect((await state.report()).is).toBe("failing"), soon);
    await dovecot.start();
    await vi.waitFor(async () => expect((await state.report()).is).toBe("works"), soon);
    expect((await state.report()).code).toBeUndefined();
  });
});
