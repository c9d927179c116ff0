import { expect, it } from "vitest";
import { accept, connectedApp, connectedOn, dayMs } from "../testing/connected.ts";
import { backUpApp, restoredApp } from "../testing/restored.ts";
import { TestMail } from "../testing/test-mail.ts";

/** Requests and invitations of a year, backed up at a given time and restored after three weeks. */
async function afterThreeWeeks(
  prepare: (before: Awaited<ReturnType<typeof connectedApp>>) => Promise<void>,
) {
  const mail = new TestMail();
  const before = await connectedApp({ mail, cadreCode: "code" });
  await prepare(before);
  await before.app.sendMail();
  const madeAt = new Date(before.clock.ms);
  const file = await backUpApp(before.app, { madeAt });
  const { clock } = before;
  clock.ms += 21 * dayMs;
  const after = new TestMail();
  const app = await restoredApp(file, before.app.secrets, {
    now: () => new Date(clock.ms),
    mail: after,
    cadreCode: "code",
  });
  const connected = connectedOn(app, clock);
  /** Mails sent after this many days, without staff's letter on Mondays. */
  const passed = async (days: number) => {
    const count = after.sent.length;
    clock.ms += days * dayMs;
    for (let times = 0; times < 2; times++) {
      await app.doDueWork();
      // Some mails are due at their own hour.
      clock.ms += dayMs / 24;
      await app.sendMail();
      await app.doDueWork();
    }
    return after.sent.slice(count)
      .filter(({ subject }) => !subject.startsWith("What's waiting on"))
      .map(({ to, subject }) => `${to}: ${subject}`).sort();
  };
  return { ...connected, before, mail: after, after: passed };
}

it("downtime before a restore causes no reminders, expirations or endings", async () => {
  let asked = "";
  let talking = "";
  const { after, state } = await afterThreeWeeks(async ({ person, ask, act, clock, app }) => {
    const [casey, morgan, riley] = [
      await person("Casey"),
      await person("Morgan", "alumni"),
      await person("Riley", "alumni"),
    ];
    talking = await ask(casey, riley);
    await act(riley, talking, accept);
    clock.ms += 80 * dayMs;
    asked = await ask(casey, morgan);
    clock.ms += 4 * dayMs;
    await app.doDueWork();
  });
  // Morgan was reminded before. Not counting the downtime, nothing is due.
  expect(await after(0)).toEqual([]);
  expect([await state(asked), await state(talking)]).toEqual(["requested", "accepted"]);
  expect(await after(2)).toEqual([]);
  expect(await after(1)).toEqual([
    "address-of-casey@example.com: About Networking: no answer yet",
    "address-of-morgan@example.com: About Networking: a cadet is waiting for your answer",
  ]);
  // Reminds only once.
  expect(await after(1)).toEqual([]);
  // Ninety days of quiet, and two weeks of waiting.
  expect(await after(3)).toEqual([
    "address-of-casey@example.com: About Networking: is your conversation still going?",
    "address-of-riley@example.com: About Networking: is your conversation still going?",
  ]);
  expect(await after(3)).toEqual([
    "address-of-casey@example.com: About Networking: your request has expired",
  ]);
  expect(await state(asked)).toBe("expired");
});

it("an invitation's link and reminder are extended by the downtime", async () => {
  const { app, after } = await afterThreeWeeks(async ({ app, clock }) => {
    const stan = await app.member({ username: "stan", role: "cadre", cadreCode: "code" });
    const email = "kim@example.com";
    await app.product.inviting.invite(stan.memberId, { email, firstName: "Kim", lastName: "Doe" });
    await app.sendMail();
    clock.ms += 8 * dayMs;
  });
  expect(await app.product.restore.lastRestore()).toMatchObject({ invitations: 1, people: 1 });
  expect(await after(1)).toEqual([]);
  expect(await after(2)).toHaveLength(1);
  expect(await after(1)).toEqual([]);
});
