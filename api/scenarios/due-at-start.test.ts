import { cp } from "node:fs/promises";
import { expect, it } from "vitest";
import { databaseIn, temporaryFolder } from "../../events/testing/database.ts";
import { connectedApp, dayMs } from "../testing/connected.ts";
import { productForTest, variablesOf } from "../testing/product-for-test.ts";

/** The data folder of a service stopped three weeks ago, with an open request. */
async function leftThreeWeeksAgo() {
  const now = () => new Date(Date.now() - 21 * dayMs);
  const { app, person, ask } = await connectedApp({ now });
  await ask(await person("Casey"), await person("Morgan", "alumni"));
  const folder = await temporaryFolder();
  await cp(app.folder, folder, { recursive: true });
  return { folder, environment: variablesOf(folder, app.secrets) };
}

async function expiredIn(folder: string): Promise<unknown> {
  const events = await databaseIn(folder, "alumni.db");
  const [row] = await events.read(
    "SELECT count(*) AS count FROM events WHERE type = 'ConnectionExpired'",
  );
  events.close();
  return row?.count;
}

it(
  "does due work within seconds of a start, once on two nodes that start together",
  async () => {
    const { folder, environment } = await leftThreeWeeksAgo();
    await Promise.all([1, 2].map(() => productForTest(environment)));
    await expect.poll(() => expiredIn(folder)).toBe(1);
    await (await productForTest(environment)).stop();
    await (await productForTest(environment)).stop();
    expect(await expiredIn(folder)).toBe(1);
  },
);
