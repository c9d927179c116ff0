import { join } from "node:path";
import { appendsPerSecond } from "../../events/bench/append.ts";
import type { Line } from "../../events/bench/line.ts";
import { helpTopics } from "../../events/vocabulary.ts";
import { sorts } from "../../search/profile-search.ts";
import { startBareServer } from "./bare.ts";
import { fire, type Shot } from "./cannon.ts";
import { startBenchProduct } from "./product.ts";

const connections = 32;
const seconds = 4;
/** More than twice the cache, so that each view is evicted before its next request. */
const newViews = 2048;

/** Measures each kind of request, beside bare Hono with the same bytes, and saves. */
export async function measureRequests(folder: string): Promise<Line[]> {
  const members = { profiles: 10_000, members: connections };
  const product = await startBenchProduct(join(folder, "requests"), members);
  const { origin } = product;
  const lines: Line[] = [];
  for (const { what, shots, least } of kindsOf(product)) {
    const bare = await startBareServer(origin, shots);
    // Starts from the end, so that the warm-up doesn't fill the cache with measured requests.
    for (const warmedUp of [product, bare]) {
      await fire(warmedUp, shots.toReversed(), { connections, seconds: 2 });
    }
    const measured = await fire(product, shots, { connections, seconds });
    const peer = await fire(bare, shots, { connections, seconds });
    await bare.stop();
    lines.push({
      what: `${what} beside bare Hono`,
      figure: `${Math.round(measured.requestsPerSecond)}/s, p99 ${measured.p99} ms`,
      processorMs: measured.processorMs,
      byClock: measured.requestsPerSecond / peer.requestsPerSecond,
      value: peer.processorMs / measured.processorMs,
      target: { least },
    });
  }
  const saves = savesOf(product);
  await fire(product, saves, { connections, seconds: 2 });
  const saved = await fire(product, saves, { connections, seconds });
  await product.stop();
  const { bare } = await appendsPerSecond(folder);
  lines.push({
    what: "saves of 32 people beside bare durable appends",
    figure: `${Math.round(saved.requestsPerSecond)}/s, p99 ${saved.p99} ms`,
    processorMs: saved.processorMs,
    value: saved.requestsPerSecond / bare,
    target: { least: 0.18 },
  });
  return lines;
}

type BenchProduct = Awaited<ReturnType<typeof startBenchProduct>>;

/** `least` is the required ratio to bare Hono by processor time. */
function kindsOf({ cookies, visible }: BenchProduct) {
  const many = (count: number, pathAt: (at: number) => string): Shot[] =>
    Array.from({ length: count }, (_, at) => ({
      method: "GET",
      path: pathAt(at),
      headers: { Cookie: cookies[at % cookies.length] ?? "" },
    }));
  const profileAt = (at: number) => `/alumni/${visible[at % visible.length]}`;
  return [
    { what: "landing", least: 0.06, shots: [{ method: "GET" as const, path: "/", headers: {} }] },
    // A profile that others have viewed since its last change.
    { what: "directory page", least: 0.07, shots: many(8, () => "/directory") },
    // Each view is uncached.
    { what: "new directory page", least: 0.01, shots: many(newViews, viewAt) },
    { what: "profile page", least: 0.01, shots: many(64, profileAt) },
    { what: "directory API", least: 0.08, shots: many(8, () => "/api/directory") },
  ];
}

function viewAt(at: number): string {
  const topics = Math.floor(at / sorts.length);
  const query = new URLSearchParams({
    sort: sorts[at % sorts.length] ?? "relevance",
    helpTopics: helpTopics[topics % helpTopics.length] ?? "",
    page: String(1 + Math.floor(topics / helpTopics.length)),
  });
  return `/directory?${query}`;
}

/** Saves of each person's own profile, each with a change. */
function savesOf({ origin, cookies }: BenchProduct): Shot[] {
  return cookies.flatMap((cookie) =>
    Array.from({ length: 64 }, (_, at): Shot => ({
      method: "PATCH",
      path: "/api/profile",
      headers: { Origin: origin, "Content-Type": "application/json", Cookie: cookie },
      body: JSON.stringify({ bio: `What I can help with, edition ${at}` }),
    }))
  );
}
