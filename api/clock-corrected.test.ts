import { expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../events/testing/database.ts";
import { cause, openSystem, secrets } from "../events/testing/system.ts";
import { register } from "../events/testing/members.ts";
import { send } from "./testing/calls.ts";
import { startProduct } from "./testing/process.ts";

it("says at the start, and on /readyz, that the clock was a day ahead", async () => {
  const folder = await temporaryFolder();
  const system = await openSystem(folder);
  system.clock.ms = Date.now() + 24 * 60 * 60 * 1000;
  await system.members.execute("pat", register(), cause);
  for (const database of Object.values(system.databases)) database.close();
  const base64 = (secret: Uint8Array) => Buffer.from(secret).toString("base64");
  const { kek, claimKey } = secrets;
  const environment = { DATA_DIR: folder, KEK: base64(kek), CLAIM_KEY: base64(claimKey) };
  const product = await startProduct(environment);
  onTestFinished(() => product.stop("SIGKILL"));
  const ready = await send(product, "GET", "/readyz");
  expect([ready.status, await ready.text()]).toEqual([200, "degraded\nclock: behind the log"]);
  await expect.poll(product.written).toMatch(
    /"level":"warning","event":"the log's last event is in the future.*"aheadSeconds":86\d{3}/,
  );
});
