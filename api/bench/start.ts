import { join } from "node:path";
import { atMost, type Line } from "../../events/bench/line.ts";
import { startProduct } from "../testing/process.ts";
import { runAdmin } from "../testing/admin.ts";
import { seedPeople } from "./product.ts";
import { residentMegabytes } from "./resident.ts";

const profiles = 10_000;

/** Measures the time until the service is ready, its memory then, and a rebuild. */
export async function measureStart(folder: string): Promise<Line[]> {
  const environment = { DATA_DIR: join(folder, "start"), APP_ENV: "production", NO_COLOR: "1" };
  await seedPeople({ profiles, talks: 1000 }, environment);
  // The first start signs the log's head, like a service that has run for days.
  await (await startProduct(environment)).stop();
  let startedAt = performance.now();
  const product = await startProduct(environment);
  const start = (performance.now() - startedAt) / 1000;
  const resident = await residentMegabytes(product.pid);
  await product.stop();
  startedAt = performance.now();
  const { code, stderr } = await runAdmin(["rebuild"], { environment });
  if (code !== 0) throw new Error(stderr);
  const rebuild = (performance.now() - startedAt) / 1000;
  const inSeconds = (value: number) => `${value.toFixed(2)} s`;
  return [
    atMost(1.5, "restart, 10,000 profiles", inSeconds(start), start),
    atMost(260, "resident after it", `${resident.toFixed(0)} MB`, resident),
    atMost(5, "rebuild of the read tables, as a command", inSeconds(rebuild), rebuild),
  ];
}
