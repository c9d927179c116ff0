import { secondsBehindLog } from "../../node/clock-skew.ts";
import type { Check } from "./finding.ts";

const toleratedMs = 60_000;
/** Buckets refuse signed addresses when a clock is off by a quarter of an hour. */
const brokenMs = 10 * 60_000;

/** Compares this machine's clock with the log, and with every server that tells the time. */
export const checkClock: Check = async ({ environment, opened, now }, found) => {
  const seconds = opened === undefined ? 0 : await secondsBehindLog(opened.log, now);
  if (seconds > 0) found.add("clock-behind-log", { seconds });
  const { s3, meilisearch, appOrigin } = environment;
  for (const url of [s3?.endpoint, meilisearch?.url, appOrigin]) {
    const offMs = url === undefined ? undefined : await offFrom(url, now);
    if (url === undefined || offMs === undefined || Math.abs(offMs) <= toleratedMs) continue;
    const level = Math.abs(offMs) > brokenMs ? "FAIL" : "WARN";
    found.add("clock-off", { seconds: Math.round(offMs / 1000), url }, level);
  }
  if (found.all.length === 0) found.add("clock");
};

/** How far this clock is ahead of a server's; `undefined` if the server doesn't tell. */
async function offFrom(url: string, now: () => Date): Promise<number | undefined> {
  const answer = await fetch(url, {
    method: "HEAD",
    redirect: "manual",
    signal: AbortSignal.timeout(5000),
  }).catch(() => undefined);
  const date = Date.parse(answer?.headers.get("date") ?? "");
  return Number.isNaN(date) ? undefined : now().getTime() - date;
}
