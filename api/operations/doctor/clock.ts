import { secondsBehindLog } from "../../node/clock-skew.ts";
import { ask, type Check } from "./finding.ts";

const toleratedMs = 60_000;
/** Buckets refuse signed addresses beyond a quarter of an hour. */
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
    const answer = url === undefined ? undefined : await ask(url, { method: "HEAD" });
    const offMs = now().getTime() - Date.parse(answer?.headers.get("date") ?? "");
    // NaN without an answer: not off.
    if (!(Math.abs(offMs) > toleratedMs)) continue;
    say[Math.abs(offMs) > brokenMs ? "fail" : "warn"](
      `this clock is ${Math.round(offMs / 1000)} seconds off that of ${url}`,
      "sync both clocks with a time server (NTP)",
    );
  }
  if (say.all.length === 0) say.ok("it agrees with the log and with other servers");
};
