import { spawn } from "node:child_process";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { temporaryFolder } from "../../../../events/testing/database.ts";
import { openDatabase } from "../../../../events/database.ts";
import { openVault } from "../../../../events/vault/vault.ts";
import { DatabaseUnavailable } from "../../../../events/database-errors.ts";
import type { LogEntry } from "../../../log.ts";
import { explainFailure } from "../../setup/explain-failure.ts";
import type { Outcome, Receive } from "../arriving-mail.ts";
import { describeIncoming, mailNamed, recorder } from "./incoming.contract.ts";
import { Mailbox, type MailboxPace } from "./mailbox.ts";
import { MailboxState } from "./mailbox-state.ts";
import type { ImapServer } from "./settings.ts";
import { hasDovecot, openDovecot } from "./testing/dovecot.ts";
import { openSilentProxy } from "./testing/silent-proxy.ts";

const isThere = hasDovecot("Mail over IMAP");
const quick = { askMs: 200, firstPauseMs: 50, longestPauseMs: 400 };
const posted: Outcome = { is: "posted" };
const noState = { noteRead: async () => {}, noteFailed: async () => {} };
const soon = { timeout: 20_000 };

async function running(settings?: string) {
  const dovecot = await openDovecot(settings);
  onTestFinished(() => dovecot.close());
  await dovecot.start();
  return dovecot;
}

function started(
  server: ImapServer,
  receive: Receive,
  { pace = quick, state = noState, log = () => {} }: {
    readonly pace?: Partial<MailboxPace>;
    readonly state?: Pick<MailboxState, "noteRead" | "noteFailed">;
    readonly log?: (entry: LogEntry) => void;
  } = {},
): Mailbox {
  const mailbox = new Mailbox({ server, receive, state, log, pace });
  onTestFinished(() => mailbox.stop());
  mailbox.start();
  return mailbox;
}

/** A file that Dovecot may read. */
async function temporaryFile(content: string): Promise<string> {
  const folder = await temporaryFolder();
  await chmod(folder, 0o755);
  await writeFile(join(folder, "settings"), content, { mode: 0o644 });
  return join(folder, "settings");
}

async function temporaryState(): Promise<MailboxState> {
  const url = `file:${await temporaryFolder()}/vault.db`;
  const database = await openDatabase({ url, durability: "normal" });
  onTestFinished(() => database.close());
  await openVault({ database, kek: new Uint8Array(32) });
  return new MailboxState(database, () => new Date());
}

describe.skipIf(!isThere)("with Dovecot", () => {
  describeIncoming("mail over IMAP", async (receive) => {
    const dovecot = await running();
    const mailbox = started(dovecot.server, receive);
    return { send: dovecot.deliver, stop: () => mailbox.stop() };
  });
});

describe.skipIf(!isThere)("a mailbox", { timeout: 60_000 }, () => {
  it("has nothing left of mails that were taken, whatever became of them", async () => {
    const dovecot = await running();
    const outcomes: Record<string, Outcome> = {
      a: posted,
      b: { is: "held" },
      c: { is: "machine" },
      d: { is: "bounce" },
      e: { is: "refused", reason: "unknown-conversation" },
    };
    const { names, receive } = recorder((name) => outcomes[name]!);
    for (const name of Object.keys(outcomes)) await dovecot.deliver(mailNamed(name));
    started(dovecot.server, receive);
    await vi.waitFor(async () => expect(await dovecot.count()).toBe(0), soon);
    expect(names).toEqual(["a", "b", "c", "d", "e"]);
  });

  it("is told of a mail at once, and doesn't wait for its next look", async () => {
    const dovecot = await running();
    const { names, receive } = recorder();
    started(dovecot.server, receive, { pace: { askMs: 600_000 } });
    await dovecot.deliver(mailNamed("first"));
    await vi.waitFor(() => expect(names).toEqual(["first"]), soon);
    await delay(500);
    await dovecot.deliver(mailNamed("second"));
    await vi.waitFor(() => expect(names).toEqual(["first", "second"]), soon);
  });

  it("loses nothing and takes nothing twice while the server is away for a day", async () => {
    const dovecot = await running();
    const { names, receive } = recorder();
    started(dovecot.server, receive);
    await dovecot.deliver(mailNamed("before"));
    await vi.waitFor(() => expect(names).toEqual(["before"]), soon);
    await dovecot.stop();
    const meanwhile = Array.from({ length: 40 }, (_, index) => `meanwhile-${index}`);
    for (const name of meanwhile) await dovecot.deliver(mailNamed(name));
    await delay(1000);
    await dovecot.start();
    await vi.waitFor(async () => expect(await dovecot.count()).toBe(0), soon);
    expect(names.toSorted()).toEqual(["before", ...meanwhile].toSorted());
  });

  it("is opened again when its connection dies without a word", async () => {
    const dovecot = await running();
    const proxy = await openSilentProxy(dovecot.server.port);
    onTestFinished(() => proxy.close());
    const { names, receive } = recorder();
    started({ ...dovecot.server, port: proxy.port }, receive, {
      pace: { askMs: 1000, requestMs: 3000 },
    });
    await vi.waitFor(() => expect(proxy.opened()).toBe(1), soon);
    await delay(500);
    proxy.setSilent(true);
    await dovecot.deliver(mailNamed("unheard"));
    await delay(2000);
    expect(names).toEqual([]);
    proxy.setSilent(false);
    await vi.waitFor(() => expect(names).toEqual(["unheard"]), soon);
    expect(proxy.opened()).toBe(2);
  });

  it("hands a mail over again when the process is killed before it was deleted", async () => {
    const dovecot = await running();
    await dovecot.deliver(mailNamed("killed"));
    const script = new URL("testing/mailbox-process.ts", import.meta.url).pathname;
    const child = spawn(Deno.execPath(), ["run", "-A", script, JSON.stringify(dovecot.server)]);
    const [printed] = await new Promise<[unknown]>((resolve) =>
      child.stdout?.once("data", (...all) => resolve(all as [unknown]))
    );
    child.kill("SIGKILL");
    expect(String(printed).trim()).toBe("killed");
    const { names, receive } = recorder();
    started(dovecot.server, receive);
    await vi.waitFor(async () => expect(await dovecot.count()).toBe(0), soon);
    expect(names).toEqual(["killed"]);
  });

  it("sets a mail aside that failed three times, and says how many there are", async () => {
    const dovecot = await running();
    const state = await temporaryState();
    const { names, receive } = recorder((name) => {
      if (name === "bad") throw new Error("A mistake of ours");
      return posted;
    });
    for (const name of ["bad", "good"]) await dovecot.deliver(mailNamed(name));
    const mailbox = started(dovecot.server, receive, { state });
    await vi.waitFor(
      async () => expect(await dovecot.count("Alumni-Connect-failed")).toBe(1),
      soon,
    );
    expect(await dovecot.count()).toBe(0);
    expect(names.filter((name) => name === "bad").length).toBe(3);
    await vi.waitFor(async () => expect((await state.report()).setAside).toBe(1), soon);
    // A person has seen to it.
    await mailbox.stop();
    expect(await state.report()).toMatchObject({ is: "works", setAside: 1 });
  });

  it("goes on where a mail that failed can't be moved", async () => {
    const dovecot = await running();
    await dovecot.refuseFolder();
    const { names, receive } = recorder((name) => {
      if (name === "bad") throw new Error("A mistake of ours");
      return posted;
    });
    await dovecot.deliver(mailNamed("bad"));
    started(dovecot.server, receive);
    const failures = () => names.filter((name) => name === "bad").length;
    await vi.waitFor(() => expect(failures()).toBe(3), soon);
    await dovecot.deliver(mailNamed("good"));
    await vi.waitFor(() => expect(names).toContain("good"), soon);
    expect([failures(), await dovecot.count()]).toEqual([3, 1]);
  });

  it("is read where the server has no IDLE, UIDPLUS or MOVE", async () => {
    const dovecot = await running("imap_capability = IMAP4rev1");
    const { names, receive } = recorder((name) => {
      if (name === "bad") throw new Error("A mistake of ours");
      return posted;
    });
    for (const name of ["good", "bad"]) await dovecot.deliver(mailNamed(name));
    started(dovecot.server, receive);
    await vi.waitFor(
      async () => expect(await dovecot.count("Alumni-Connect-failed")).toBe(1),
      soon,
    );
    await dovecot.deliver(mailNamed("next"));
    await vi.waitFor(async () => expect(await dovecot.count()).toBe(0), soon);
    expect(names).toEqual(["good", "bad", "bad", "bad", "next"]);
  });

  it("is signed in to with access tokens, and with a new one when one was revoked", async () => {
    const given: string[] = [];
    const revoked = new Set<string>();
    const service = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen: () => {} },
      (request) => {
        const { pathname, searchParams } = new URL(request.url);
        if (pathname === "/token") {
          given.push(`token-${given.length + 1}`);
          return Response.json({ access_token: given.at(-1), expires_in: 3600 });
        }
        const token = searchParams.get("token") ?? "";
        const isGood = given.includes(token) && !revoked.has(token);
        return Response.json({ active: isGood, username: "reply" });
      },
    );
    onTestFinished(() => service.shutdown());
    const origin = `http://127.0.0.1:${service.addr.port}`;
    const settings = await temporaryFile(`
introspection_url = ${origin}/introspect?token=
introspection_mode = get
username_attribute = username
active_attribute = active
active_value = true
`);
    const dovecot = await running(`
auth_mechanisms = xoauth2
passdb {
  driver = oauth2
  mechanisms = xoauth2
  args = ${settings}
}
`);
    const { names, receive } = recorder();
    const oauth = { tokenUrl: `${origin}/token`, clientId: "app", clientSecret: "secret" };
    started({ ...dovecot.server, login: { oauth } }, receive);
    await dovecot.deliver(mailNamed("one"));
    await vi.waitFor(() => expect(names).toEqual(["one"]), soon);
    expect(given).toEqual(["token-1"]);
    revoked.add("token-1");
    await dovecot.stop();
    await dovecot.start();
    await dovecot.deliver(mailNamed("two"));
    await vi.waitFor(() => expect(names).toEqual(["one", "two"]), soon);
    expect(given).toEqual(["token-1", "token-2"]);
  });

  it("keeps all mails while the database is away, however long", async () => {
    const dovecot = await running();
    let isAway = true;
    const { names, receive } = recorder(() => {
      if (isAway) throw new DatabaseUnavailable("Away");
      return posted;
    });
    for (const name of ["a", "b"]) await dovecot.deliver(mailNamed(name));
    started(dovecot.server, receive, { pace: { ...quick, longestPauseMs: 50 } });
    await vi.waitFor(() => expect(names.length).toBeGreaterThan(5), soon);
    isAway = false;
    await vi.waitFor(async () => expect(await dovecot.count()).toBe(0), soon);
    expect(await dovecot.count("Alumni-Connect-failed")).toBe(0);
    expect(names.at(-1)).toBe("b");
  });
});

describe.skipIf(!isThere)("staff are told", { timeout: 60_000 }, () => {
  async function codeFor(
    changes: Partial<ImapServer>,
    given?: Awaited<ReturnType<typeof running>>,
  ) {
    const dovecot = given ?? await running();
    const state = await temporaryState();
    const logged: LogEntry[] = [];
    const log = (entry: LogEntry) => void logged.push(entry);
    const { names, receive } = recorder();
    const server = { ...dovecot.server, ...changes };
    started(server, receive, { state, log });
    await vi.waitFor(async () => expect((await state.report()).is).toBe("failing"), soon);
    expect(names).toEqual([]);
    expect(JSON.stringify(logged)).not.toMatch(/secret|reply@|wrong/);
    return (await state.report()).code ?? "";
  }

  it.each<[string, Partial<ImapServer>, string, RegExp]>([
    ["the password", { login: { password: "wrong" } }, "EIMAP login", /user name or the password/],
    ["the folder", { folder: "Nowhere" }, "EIMAP folder", /doesn't have the folder/],
    ["the port", { port: 1 }, "EIMAP ECONNREFUSED", /can't be reached/],
  ])("when %s is wrong", async (_, changes, code, words) => {
    const found = await codeFor(changes);
    expect(found).toBe(code);
    expect(explainFailure(found).why).toMatch(words);
  });

  it.each(["always", "required"] as const)(
    "when its certificate can't be trusted, with TLS %s",
    async (tls) => {
      const dovecot = await running();
      const port = tls === "always" ? dovecot.tlsPort : dovecot.server.port;
      const found = await codeFor({ tls, port }, dovecot);
      expect(explainFailure(found).why).toMatch(/no secure connection that we can trust/);
    },
  );

  it("when it has old mails that someone read, and deletes none", async () => {
    const dovecot = await running();
    await dovecot.deliver(mailNamed("somebody's"));
    await dovecot.age(40);
    expect(await codeFor({}, dovecot)).toBe("EIMAP used");
    expect(await dovecot.count()).toBe(1);
  });

  it("that it works again, once it does", async () => {
    const dovecot = await running();
    const state = await temporaryState();
    started(dovecot.server, recorder().receive, { state });
    await vi.waitFor(async () => expect((await state.report()).is).toBe("works"), soon);
    await dovecot.stop();
    await vi.waitFor(async () => expect((await state.report()).is).toBe("failing"), soon);
    await dovecot.start();
    await vi.waitFor(async () => expect((await state.report()).is).toBe("works"), soon);
    expect((await state.report()).code).toBeUndefined();
  });
});
