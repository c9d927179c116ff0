import { spawn } from "node:child_process";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { DatabaseUnavailable } from "../../../../events/store/database-errors.ts";
import { temporaryFolder } from "../../../../events/testing/database.ts";
import { serveForTest } from "../../../testing/http-server.ts";
import type { Outcome } from "../inbound-mail.ts";
import { describeTransport, mailNamed, receiveSpy } from "./transport.contract.ts";
import { type Dovecot, hasDovecot } from "./testing/dovecot.ts";
import { quick, running, sharedDovecot, soon, started, temporaryState } from "./testing/mailbox.ts";
import { openSilentProxy } from "./testing/silent-proxy.ts";

const isThere = hasDovecot("Mail over IMAP");
const newMailbox = sharedDovecot();
const untilCount = async (
  dovecot: Dovecot,
  count: number,
  folder?: Parameters<Dovecot["count"]>[0],
) => await vi.waitFor(async () => expect(await dovecot.count(folder)).toBe(count), soon);
/** A mailbox and its receiver. */
async function given(take?: Parameters<typeof receiveSpy>[0]) {
  return { dovecot: await newMailbox(), ...receiveSpy(take) };
}

const posted: Outcome = { is: "posted" };

const failingForBad = (name: string): Outcome => {
  if (name === "bad") throw new Error("A mistake of ours");
  return posted;
};

/** A file that Dovecot may read. */
async function temporaryFile(content: string): Promise<string> {
  const folder = await temporaryFolder();
  await chmod(folder, 0o755);
  await writeFile(join(folder, "settings"), content, { mode: 0o644 });
  return join(folder, "settings");
}

describe.skipIf(!isThere)("with Dovecot", () => {
  describeTransport("mail over IMAP", async (receive) => {
    const dovecot = await newMailbox();
    const mailbox = started(dovecot.server, receive);
    return { send: dovecot.deliver, stop: () => mailbox.stop() };
  });
});

describe.skipIf(!isThere)("a mailbox", () => {
  it("deletes mails that were taken, posted or not", async () => {
    const outcomes: Record<string, Outcome> = {
      a: posted,
      b: { is: "held" },
      c: { is: "machine" },
      d: { is: "bounce" },
      e: { is: "refused", reason: "unknown-conversation" },
    };
    const { dovecot, names, receive } = await given((name) => outcomes[name]!);
    for (const name of Object.keys(outcomes)) await dovecot.deliver(mailNamed(name));
    started(dovecot.server, receive);
    await untilCount(dovecot, 0);
    expect(names).toEqual(["a", "b", "c", "d", "e"]);
  });

  it("learns of a mail at once, before the next check", async () => {
    const { dovecot, names, receive } = await given();
    started(dovecot.server, receive, { pace: { askMs: 600_000 } });
    await dovecot.deliver(mailNamed("first"));
    await vi.waitFor(() => expect(names).toEqual(["first"]), soon);
    await delay(500);
    await dovecot.deliver(mailNamed("second"));
    await vi.waitFor(() => expect(names).toEqual(["first", "second"]), soon);
  });

  it("loses nothing and takes nothing twice when the server is away for a day", async () => {
    const { dovecot, names, receive } = await given();
    started(dovecot.server, receive);
    await dovecot.deliver(mailNamed("before"));
    await vi.waitFor(() => expect(names).toEqual(["before"]), soon);
    await dovecot.stop();
    const meanwhile = Array.from({ length: 40 }, (_, index) => `meanwhile-${index}`);
    for (const name of meanwhile) await dovecot.deliver(mailNamed(name));
    await delay(1000);
    await dovecot.start();
    await untilCount(dovecot, 0);
    expect(names.toSorted()).toEqual(["before", ...meanwhile].toSorted());
  });

  it("is opened again when its connection dies silently", async () => {
    const { dovecot, names, receive } = await given();
    const proxy = await openSilentProxy(dovecot.server.port);
    onTestFinished(() => proxy.close());
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

  it("delivers a mail again if the process was killed before deleting it", async () => {
    const { dovecot, names, receive } = await given();
    await dovecot.deliver(mailNamed("killed"));
    const script = new URL("testing/mailbox-process.ts", import.meta.url).pathname;
    const child = spawn(Deno.execPath(), ["run", "-A", script, JSON.stringify(dovecot.server)]);
    const [printed] = await new Promise<[unknown]>((resolve) =>
      child.stdout?.once("data", (...all) => resolve(all as [unknown]))
    );
    child.kill("SIGKILL");
    expect(String(printed).trim()).toBe("killed");
    started(dovecot.server, receive);
    await untilCount(dovecot, 0);
    expect(names).toEqual(["killed"]);
  });

  it("sets a mail aside that failed three times, and reports how many there are", async () => {
    const { dovecot, names, receive } = await given(failingForBad);
    const state = await temporaryState();
    for (const name of ["bad", "good"]) await dovecot.deliver(mailNamed(name));
    const mailbox = started(dovecot.server, receive, { state });
    await untilCount(dovecot, 1, "Alumni-Connect-failed");
    await untilCount(dovecot, 0);
    expect(names.filter((name) => name === "bad").length).toBe(3);
    await vi.waitFor(async () => expect((await state.report()).setAside).toBe(1), soon);
    // A person moved it away.
    await mailbox.stop();
    expect(await state.report()).toMatchObject({ is: "works", setAside: 1 });
  });

  it("continues if a failed mail can't be moved", async () => {
    const { dovecot, names, receive } = await given(failingForBad);
    await dovecot.refuseFolder();
    await dovecot.deliver(mailNamed("bad"));
    started(dovecot.server, receive);
    const failures = () => names.filter((name) => name === "bad").length;
    await vi.waitFor(() => expect(failures()).toBe(3), soon);
    await dovecot.deliver(mailNamed("good"));
    await vi.waitFor(() => expect(names).toContain("good"), soon);
    // The good one is deleted once it is taken.
    await untilCount(dovecot, 1);
    expect(failures()).toBe(3);
  });

  it("is read where the server has no IDLE, UIDPLUS or MOVE", async () => {
    const dovecot = await running("imap_capability = IMAP4rev1");
    const { names, receive } = receiveSpy(failingForBad);
    for (const name of ["good", "bad"]) await dovecot.deliver(mailNamed(name));
    started(dovecot.server, receive);
    await untilCount(dovecot, 1, "Alumni-Connect-failed");
    await dovecot.deliver(mailNamed("next"));
    await untilCount(dovecot, 0);
    expect(names).toEqual(["good", "bad", "bad", "bad", "next"]);
  });

  it("signs in with access tokens, and with a new one after one was revoked", async () => {
    let [token, revoked] = [1, 0];
    const origin = serveForTest((request) => {
      const asked = new URL(request.url).searchParams.get("token");
      const isActive = asked === `token-${token}` && token !== revoked;
      return Response.json({ active: isActive, username: "reply" });
    });
    const tokens = { get: async () => `token-${token}`, forget: () => void token++ };
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
    const { names, receive } = receiveSpy();
    started({ ...dovecot.server, login: { tokens } }, receive);
    await dovecot.deliver(mailNamed("one"));
    await vi.waitFor(() => expect(names).toEqual(["one"]), soon);
    expect(token).toBe(1);
    revoked = 1;
    await dovecot.stop();
    await dovecot.start();
    await dovecot.deliver(mailNamed("two"));
    await vi.waitFor(() => expect(names).toEqual(["one", "two"]), soon);
    expect(token).toBe(2);
  });

  it("stops although a mail is never taken, and delivers it next time", async () => {
    const { dovecot, names, receive } = await given();
    const taken = Promise.withResolvers<Outcome>();
    const hanging = started(dovecot.server, async (mail) => {
      await receive(mail);
      return await taken.promise;
    });
    await dovecot.deliver(mailNamed("slow"));
    await vi.waitFor(() => expect(names).toEqual(["slow"]), soon);
    const startedAt = performance.now();
    await hanging.stop();
    expect(performance.now() - startedAt).toBeLessThan(6000);
    started(dovecot.server, receive);
    await untilCount(dovecot, 0);
    expect(names).toEqual(["slow", "slow"]);
    taken.resolve(posted);
  });

  it("keeps all mails while the database is away", async () => {
    let isAway = true;
    const { dovecot, names, receive } = await given(() => {
      if (isAway) throw new DatabaseUnavailable("Away");
      return posted;
    });
    for (const name of ["a", "b"]) await dovecot.deliver(mailNamed(name));
    started(dovecot.server, receive, { pace: { ...quick, longestPauseMs: 50 } });
    await vi.waitFor(() => expect(names.length).toBeGreaterThan(5), soon);
    isAway = false;
    await untilCount(dovecot, 0);
    expect(await dovecot.count("Alumni-Connect-failed")).toBe(0);
    expect(names.at(-1)).toBe("b");
  });
});
