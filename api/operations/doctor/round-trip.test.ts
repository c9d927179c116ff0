import { expect, it, vi } from "vitest";
import { serveForTest } from "../../testing/http-server.ts";
import { Findings } from "./finding.ts";
import { follow, type Look, lookAtMetrics } from "./round-trip.ts";

const replies = { address: "reply@example.com", usesPlus: true, trustedAuthservId: undefined };
const mailWith = (header: string) =>
  new TextEncoder().encode(`${header}From: us@example.edu\r\nSubject: Test\r\n\r\nHello\r\n`);

/** What is said once this was seen, at the third look. */
async function said(
  seen: Awaited<ReturnType<Look>>,
  trustedAuthservId: string | undefined = undefined,
) {
  vi.spyOn(console, "error").mockImplementation(() => {});
  let looks = 0;
  const look = async () => ++looks < 3 ? undefined : seen;
  const say = new Findings("round trip");
  const patienceMs = seen === undefined ? 10 : 10_000;
  await follow({ look, replies: { ...replies, trustedAuthservId }, patienceMs, pauseMs: 1 }, say);
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
  const origin = serveForTest(() =>
    new Response(
      "# HELP alumni_mail_received_total Mails that arrived\n" +
        `alumni_mail_received_total{outcome="machine"} ${count}\n` +
        'alumni_mail_received_total{outcome="refused",reason="closed"} 2\nother 9\n',
    )
  );
  const metrics = { hostname: "127.0.0.1", port: Number(new URL(origin).port) };
  const look = await lookAtMetrics(metrics);
  expect(await look?.()).toBeUndefined();
  count = 4;
  expect(await look?.()).toBe("taken");
  // One that can't be asked.
  const unseen = await lookAtMetrics({ ...metrics, port: 9 });
  const say = new Findings("round trip");
  await follow({ look: unseen, replies }, say);
  expect(say.all).toMatchObject([{ level: "WARN", todo: expect.stringContaining("METRICS_PORT") }]);
});
