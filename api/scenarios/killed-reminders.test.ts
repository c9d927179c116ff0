import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openDatabase } from "../../events/store/database.ts";
import { temporaryFolder } from "../../events/testing/database.ts";
import { runAdmin } from "../testing/admin.ts";
import { invitationSubject, startMailServer } from "../testing/mail-server.ts";
import { NotStarted, type RunningProduct, startProduct } from "../testing/process.ts";
import { signUpStaff } from "../testing/staff.ts";
import { giveOrder, importMap, isCarriedOut } from "../crash-tests/orders.ts";

const people = ["ann", "kim", "pat"].map((name) => `${name}@example.com`);

it.each(["before", "after"] as const)(
  "reminds each person once if it dies %s the commit of a reminder and two nodes continue",
  async (moment) => {
    const folder = await temporaryFolder();
    const mailServer = await startMailServer();
    onTestFinished(() => mailServer.close());
    const orders = join(folder, "orders.json");
    const environment = {
      DATA_DIR: join(folder, "data"),
      SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
      MAIL_FROM: "alumni@example.edu",
    };
    const mailed = (about: RegExp) =>
      mailServer.received.filter(({ parsed }) => about.test(parsed.subject ?? ""))
        .flatMap(({ to }) => to).filter((to) => people.includes(to)).sort();
    const start = async (days: number): Promise<RunningProduct> => {
      const later = { ...environment, CRASH_ORDERS: orders, CRASH_DAYS: String(days) };
      const product = await startProduct(later, { importMap });
      onTestFinished(() => product.stop("SIGKILL"));
      return product;
    };

    const first = await start(0);
    const staff = await signUpStaff(first);
    for (const email of people) {
      const form = {
        does: "invite",
        firstName: email.split("@")[0] ?? "",
        lastName: "Reed",
        email,
      };
      await staff.post("/program/invitations", form);
    }
    await expect.poll(() => mailed(invitationSubject))
      .toEqual(people);
    await first.stop();

    await giveOrder(orders, { step: "append", moment, occurrence: 2 });
    // It may reach a reminder before it reports that it is ready.
    const dying = await start(11).catch((error) => {
      if (!(error instanceof NotStarted)) throw error;
    });
    await dying?.ended;
    expect(isCarriedOut(orders)).toBe(true);

    await Promise.all([start(11), start(11)]);
    await expect.poll(() => mailed(/is waiting$/)).toEqual(people);
    // Both check for due reminders several times a second.
    await expect.poll(() => waitingIn(environment.DATA_DIR)).toBe(0);
    const { promise, resolve } = Promise.withResolvers<void>();
    setTimeout(resolve, 1500);
    await promise;
    expect(mailed(/./)).toHaveLength(2 * people.length);
    const verified = await runAdmin(["verify"], { environment });
    expect(verified.code, verified.stdout).toBe(0);
  },
  90_000,
);

async function waitingIn(dataDir: string): Promise<unknown> {
  const url = `file:${join(dataDir, "alumni.db")}`;
  const events = await openDatabase({ url, durability: "normal" });
  const [row] = await events.read("SELECT count(*) AS count FROM outbox");
  events.close();
  return row?.count;
}
