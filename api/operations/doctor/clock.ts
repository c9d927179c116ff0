import { secondsBehindLog } from "../../node/clock-skew.ts";
import type { Check } from "./finding.ts";

const toleratedMs = 60_000;
/** Signed addresses of buckets are refused beyond a quarter of an hour. */
const brokenMs = 10 * 60_000;

export const checkClock: Check = async ({ environment, opened, now }, say) => {
  const seconds = opened === undefined ? 0 : await secondsBehindLog(opened.log, now);
  if (seconds > 0) {
    say.fail(
      `the log's last event is ${seconds} seconds in the future: this clock is slow, or it was fast`,
      "sync the clock with a time server (NTP); until then events get the time of the last one",
    );
  }
  const { s3, meilisearch, appOrigin } = environment;
  for (const url of [s3?.endpoint, meilisearch?.url, appOrigin]) {
    const offMs = url === undefined ? undefined : await offFrom(url, now);
    if (offMs === undefined || Math.abs(offMs) <= toleratedMs) continue;
    say[Math.abs(offMs) > brokenMs ? "fail" : "warn"](
      `this clock is ${Math.round(offMs / 1000)} seconds off that of ${url}`,
      "sync both clocks with a time server (NTP)",
    );
  }
  if (say.all.length === 0) say.ok("it agrees with the log and with other servers");
};

/** How far ahead of a server's clock ours is; `undefined` when it does not tell. */
async function offFrom(url: string, now: () => Date): Promise<number | undefined> {
  const answer = await fetch(url, {
    method: "HEAD",
    redirect: "manual",
    signal: AbortSignal.timeout(5000),
  }).catch(() => undefined);
  const date = Date.parse(answer?.headers.get("date") ?? "");
  return Number.isNaN(date) ? undefined : now().getTime() - date;
}
