import { describe, expect, it } from "vitest";
import { SteadyClock } from "./steady-clock.ts";

const start = Date.parse("2026-03-01T12:00:00.000Z");

function given() {
  const system = { ms: start, elapsedMs: 0 };
  const clock = new SteadyClock(() => new Date(system.ms), () => system.elapsedMs);
  return { system, clock, read: () => clock.now().getTime() - start };
}

describe("the steady clock", () => {
  it("matches the system's clock", () => {
    const { system, read } = given();
    expect(read()).toBe(0);
    system.ms += 5000;
    expect(read()).toBe(5000);
  });

  it("continues from the latest time when the system's clock is set back", () => {
    const { system, read } = given();
    expect(read()).toBe(0);
    system.ms -= 86_400_000;
    expect(read()).toBe(0);
    system.elapsedMs += 1000;
    expect(read()).toBe(1000);
    expect(read()).toBe(1000);
    system.ms += 86_400_000 + 7000;
    expect(read()).toBe(7000);
  });

  it("is never before a time that it was set to", () => {
    const { system, clock, read } = given();
    clock.notBefore(start + 60_000);
    expect(read()).toBe(60_000);
    system.elapsedMs += 500;
    clock.notBefore(start + 10_000);
    expect(read()).toBe(60_500);
  });
});
