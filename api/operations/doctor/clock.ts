import { secondsBehindLog } from "../../node/clock-skew.ts";
import { about, type Check, type Finding } from "./finding.ts";

const { ok, warn, fail } = about("clock");
const toleratedMs = 60_000;
/** Signed addresses of buckets are refused beyond a quarter of an hour. */
const brokenMs = 10 * 60_000;

/** Compares this machine's clock with the log, and with every server that tells its own. */
export const checkClock: Check = async ({ environment, opened, now }) => {
  const findings: Finding[] = [];
  if (opened !== undefined) {
    const seconds = await secondsBehindLog(opened.log, now);
    if (seconds > 0) {
      findings.push(fail(
        `the log's last event is ${seconds} seconds in the future: this clock is slow, or it was fast`,
        "sync the clock with a time server (NTP); until then events get the time of the last one",
      ));
    }
  }
  const { s3, meilisearch, appOrigin } = environment;
  const servers = [s3?.endpoint, meilisearch?.url, appOrigin].filter((url) => url !== undefined);
  for (const url of servers) {
    const offMs = await offFrom(url, now);
    if (offMs === undefined || Math.abs(offMs) <= toleratedMs) continue;
    const what = `this clock is ${Math.round(offMs / 1000)} seconds off that of ${url}`;
    const todo = "sync both clocks with a time server (NTP)";
    findings.push(Math.abs(offMs) > brokenMs ? fail(what, todo) : warn(what, todo));
  }
  return findings.length > 0 ? findings : [ok("it agrees with the log and with other servers")];
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
