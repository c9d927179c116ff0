import { expect, it, onTestFinished, vi } from "vitest";
import { Findings } from "./finding.ts";
import { follow, openWatches, type Watch } from "./round-trip.ts";

const replies = { address: "reply@example.com", usesPlus: true, trustedAuthservId: undefined };
const mailWith = (header: string) =>
  new TextEncoder().encode(`${header}From: us@example.edu\r\nSubject: Test\r\n\r\nHello\r\n`);

/** What is said once a watch has seen this, at its third look. */
async function said(
  seen: Awaited<ReturnType<Watch["look"]>>,
  trustedAuthservId: string | undefined = undefined,
) {
  vi.spyOn(console, "error").mockImplementation(() => {});
  let looks = 0;
  const watch = { look: async () => ++looks < 3 ? undefined : seen };
  const say = new Findings("round trip");
  const patienceMs = seen === undefined ? 10 : 10_000;
  const trip = { watches: [watch], marker: "m", patienceMs, pauseMs: 1 };
  await follow({ ...trip, replies: { ...replies, trustedAuthservId } }, say);
  return say.all.map(({ level, what, todo = "" }) => `${level} ${what} -> ${todo}`).join("\n");
}

it("says that a mail didn't arrive, or that the service took it", async () => {
  expect(await said(undefined)).toMatch(/^FAIL it didn't arrive .* set MAIL_REPLY_PLUS=no/);
  expect(await said("taken")).toMatch(/^OK a mail arrived within 0 seconds, and the service took/);
});

it("says which server could prove who sent it", async () => {
  const stamp = "Authentication-Results: mx.example.net; dmarc=pass header.from=example.edu\r\n";
  const nameless = stamp.replace("mx.example.net; ", "");
  expect(await said(mailWith(stamp), "mx.example.net")).toMatch(/OK it can be proven/);
  expect(await said(mailWith(nameless), "first")).toMatch(/OK it can be proven/);
  expect(await said(mailWith(stamp))).toMatch(
    /WARN .* set TRUSTED_AUTHSERV_ID to mx\.example\.net/,
  );
  expect(await said(mailWith(nameless))).toMatch(/WARN .* set TRUSTED_AUTHSERV_ID to first/);
  expect(await said(mailWith(stamp), "mx.example.org")).toMatch(/WARN .* to mx\.example\.net/);
  expect(await said(mailWith(""))).toMatch(/WARN .* have mail signed with DKIM/);
  expect(await said(mailWith(stamp.replace("pass", "none")), "mx.example.net"))
    .toMatch(/WARN .* why DMARC didn't pass/);
});

it("watches the counter of a service that shows its metrics", async () => {
  let count = 3;
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, () =>
    new Response(
      "# HELP alumni_mail_received_total Mails that arrived\n" +
        `alumni_mail_received_total{outcome="machine"} ${count}\n` +
        'alumni_mail_received_total{outcome="refused",reason="closed"} 2\nother 9\n',
    ));
  onTestFinished(() => server.shutdown());
  const say = new Findings("round trip");
  const metrics = { hostname: "127.0.0.1", port: server.addr.port };
  const [watch] = await openWatches({ replies, metrics }, say) ?? [];
  expect(await watch?.look("m")).toBeUndefined();
  count = 4;
  expect(await watch?.look("m")).toBe("taken");
  expect(await openWatches({ replies, metrics: { ...metrics, port: 9 } }, say)).toEqual([]);
});

it("says how to see a mail that can't be seen from here", async () => {
  const say = new Findings("round trip");
  await follow({ watches: [], marker: "m", replies }, say);
  expect(say.all).toMatchObject([{ level: "WARN", todo: expect.stringContaining("METRICS_PORT") }]);
});
