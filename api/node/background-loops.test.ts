import { afterEach, expect, it, vi } from "vitest";
import { type LoopDependencies, startBackgroundLoops } from "./background-loops.ts";

afterEach(() => void vi.useRealTimers());

function given() {
  vi.useFakeTimers();
  const done: Record<string, number> = {};
  const count = (name: string) => async () => {
    done[name] = (done[name] ?? 0) + 1;
  };
  const working: LoopDependencies = {
    follow: count("follow"),
    purge: count("purge"),
    doDueWork: count("doDueWork"),
    sweep: count("sweep"),
    removeErased: count("removeErased"),
    emptyLog: count("emptyLog"),
    backups: { makeIfDue: count("backup"), stop: () => {} },
    remoteSearch: undefined,
    readiness: { probe: count("probe") },
    mailboxes: { update: count("mailboxes"), stop: count("stopMailboxes") },
    outboxSender: {
      sendDue: count("send"),
      stop: count("stop"),
    },
  };
  const stop = startBackgroundLoops(working, () => {});
  return { done, stop };
}

it("runs due work soon after the start, and again only after its pause", async () => {
  const { done, stop } = given();
  await vi.advanceTimersByTimeAsync(10_000);
  for (const name of ["purge", "doDueWork", "sweep", "removeErased", "probe", "mailboxes"]) {
    expect([name, done[name]]).toEqual([name, 1]);
  }
  expect(done.follow).toBeGreaterThan(30);
  await vi.advanceTimersByTimeAsync(11 * 60_000);
  expect([done.doDueWork, done.purge, done.sweep]).toEqual([2, 1, 1]);
  expect(done.backup).toBe(9);
  // Each node notices within 15 seconds that staff have set another mailbox.
  expect(done.mailboxes).toBeGreaterThan(11 * 4);
  await stop();
  expect(done.stopMailboxes).toBe(1);
});
