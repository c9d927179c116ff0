import { describe, expect, it } from "vitest";
import { createRandom } from "../../events/testing/random.ts";
import { cause } from "../../events/testing/system.ts";
import { calls, Described } from "../testing/described.ts";
import { someone, someProfile, testOrigin } from "../testing/app.ts";
import { appForTest } from "../testing/app-for-test.ts";
import { confirmAddress } from "../testing/connected.ts";
import { defaultLimits } from "../auth/rate-limits.ts";
import { type FuzzRequest, makeRequest } from "./requests.ts";

/**
 * Thousands of requests made of the description. `FUZZ_SEED` repeats a run, and `FUZZ_REQUESTS` sends
 * more of them.
 */
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
const requests = Number(process.env.FUZZ_REQUESTS ?? 2000);
const programCallNames = new Set(
  calls.filter(({ group }) => group === "The program's staff").map(({ path }) => path),
);
const described = new Described(testOrigin);

/** What an answer must not tell of how it was made. */
const internals = /node_modules|\.tsx?:\d|SQLITE|LibsqlError|TypeError|\bat \w+ \(|\/api\/\w+\.ts/;
/** Only its owner may read a text with this in it. Requests contain no more than its beginning. */
const planted = "zqcanary-7f3a";
/** The name of an account with a hidden profile, which only staff may read. */
const hiddenName = "zqname-51bc";

/** Calls that may refuse a request that fits: they take a secret, or a file that was sent before. */
const namesSomething = new Set([
  "/api/reset-password",
  "/api/auth/verify-email",
  "/api/confirm",
  "/api/auth/change-password",
  "/api/profile-images",
  "/objects/uploads/{userId}/{uploadId}",
]);
/** Calls that no made-up request succeeds with; a request may be passed on only after days. */
const outOfReach = namesSomething.union(
  new Set(["/api/login", "/objects/pictures/{userId}/{file}", "/api/connections/{id}/ask-instead"]),
);
/** A warning needs words, though the description can't say so. */
const needsWords = "/api/program/reports/{id}";

const limits = Object.fromEntries(Object.keys(defaultLimits).map((name) => [name, 1e6]));

async function given() {
  const app = await appForTest({ cadreCode: "a code", limits });
  const secret = { location: planted, industry: planted };
  const hidden = await app.member({ username: "hidden", lastName: hiddenName });
  await hidden.post("/api/profile", {
    ...{ ...someProfile, ...secret, bio: planted, company: planted, isVisible: false },
  });
  const careful = await app.member({ username: "careful", email: `${planted}@example.com` });
  await careful.post("/api/profile", {
    ...{ ...someProfile, ...secret, mos: planted, expertise: [planted] },
    sharedFields: { location: false, industry: false, specialty: false, helpTopics: false },
  });
  const open = await app.member();
  await open.post("/api/profile", someProfile);
  const shown = Array.from({ length: 4 }, () => open.memberId);
  const staff = await app.member({ role: "cadre", cadreCode: "a code" });
  // Each of them can be decided on once.
  const waiting = Array.from({ length: 12 }, () => crypto.randomUUID());
  for (const [place, id] of waiting.entries()) {
    const names = { username: `waits${place}`, email: `waits${place}@example.com` };
    const registration = { ...someone, ...names, role: "cadre", needs: "approval" } as const;
    await app.members.execute(id, { type: "Register", ...registration }, cause);
  }
  const userIds = [hidden.memberId, careful.memberId, ...shown, crypto.randomUUID(), ...waiting];
  return { app, open, staff, userIds };
}

/** A new member with requests and a conversation, one for each call. */
async function connected(
  { app, open }: Pick<Awaited<ReturnType<typeof given>>, "app" | "open">,
) {
  const member = await app.member();
  const others = await Promise.all(Array.from({ length: 5 }, () => app.member()));
  for (const { memberId } of [member, ...others]) await confirmAddress(app, memberId);
  const [, , , mentor = member] = others;
  for (const one of [member, mentor]) await one.post("/api/profile", someProfile);
  await app.readModel.catchUp();
  const ask = async (asker: typeof member, { memberId }: typeof member): Promise<string> => {
    const body = { memberId, topics: [], note: "Hello" };
    return (await (await asker.post("/api/connections", body)).json()).id;
  };
  const ids: string[] = [];
  for (const other of others) ids.push(await ask(other, member));
  ids.push(await ask(member, open));
  await member.post(`/api/connections/${ids[0]}/accept`, {});
  await member.post(`/api/connections/${ids[3]}/decline`, {});
  // One that they asked for and that has ended: for feedback.
  const asked = await ask(member, mentor);
  await mentor.post(`/api/connections/${asked}/accept`, {});
  await member.post(`/api/connections/${asked}/end`);
  const messagesOf = async (id = ""): Promise<readonly { readonly id: string }[]> =>
    (await (await member.get(`/api/connections/${id}`)).json()).messages;
  const [note] = await messagesOf(ids[4]);
  const report = { messageId: note?.id, reason: "spam" };
  await member.post(`/api/connections/${ids[4]}/report`, report);
  const reports = await app.readModel.reports.notAbout("", { limit: 10 });
  return {
    member,
    connectionIds: [...ids, asked],
    reportIds: reports.map(({ reportId }) => reportId),
    messageIds: (await messagesOf(ids[0])).map(({ id }) => id),
  };
}

describe("any request to any call", () => {
  it(
    `is answered as described, without faults, internals or what others hid (seed ${seed})`,
    async () => {
      const random = createRandom(seed);
      const { app, open, staff, userIds } = await given();
      const takenCalls = new Set<string>();
      let { member, ...ids } = await connected({ app, open });
      const visitor = app.browser();
      const newcomer = await app.member({ role: "cadet" });

      let sent = 0;
      const attempt = async (call: typeof calls[number]) => {
        sent += 1;
        const request = makeRequest(random, call, { origin: testOrigin, userIds, ...ids });
        const isForStaff = programCallNames.has(call.path) && random.chance(0.85);
        const who = isForStaff
          ? "staff"
          : random.pick(["member", "member", "visitor", "newcomer"] as const);
        const session = { member, visitor, newcomer, staff }[who].session();
        const { answer, text } = await send(app.app, request, session, random.int(250));
        const told = `FUZZ_SEED=${seed}, request ${sent}, ${who}: ${request.method} ` +
          `${request.address.slice(0, 200)} ${request.body?.slice(0, 300)} -> ${answer.status} ` +
          text.slice(0, 300);
        expect(answer.status, told).toBeLessThan(500);
        expect(text, told).not.toContain(planted);
        if (who !== "staff") expect(text, told).not.toContain(hiddenName);
        if (!answer.ok) expect(text, told).not.toMatch(internals);
        const { pathname } = new URL(request.address, testOrigin);
        if (/^\/(api|objects)\//.test(pathname) && answer.status !== 304) {
          const method = request.method;
          const copy = new Response(text === "" ? null : text, answer);
          expect(await described.wrongWith({ method, pathname }, copy), told).toBeUndefined();
        }
        if (request.fits && !namesSomething.has(call.path) && call.path !== needsWords) {
          const isAboutWhole = text.includes("At least one email address");
          expect(answer.status === 400 && !isAboutWhole, told).toBe(false);
        }
        if (answer.ok) takenCalls.add(`${call.method} ${call.path}`);
        // A member who signed out or left is replaced by a new one when they are next refused.
        if (answer.status === 401 && (await member.get("/api/user")).status === 401) {
          ({ member, ...ids } = await connected({ app, open }));
        }
      };
      while (sent < requests) await attempt(random.pick(calls));
      // Otherwise it was refusals that were tested: nearly every call has to have succeeded, too.
      const isTaken = ({ method, path }: typeof calls[number]) =>
        takenCalls.has(`${method} ${path}`);
      for (const call of calls) {
        if (outOfReach.has(call.path)) continue;
        for (let more = 0; more < 600 && !isTaken(call); more++) await attempt(call);
      }
      const never = calls.filter((call) => !isTaken(call) && !outOfReach.has(call.path))
        .map(({ method, path }) => `${method} ${path}`);
      // The member who deleted the object of a call may have been the last one who could use it.
      expect(never.length, `never succeeded: ${never}`).toBeLessThanOrEqual(2);
    },
    20 * 60_000,
  );
});

async function send(
  app: Awaited<ReturnType<typeof appForTest>>["app"],
  { method, address, headers, body }: FuzzRequest,
  session: string | undefined,
  from: number,
) {
  const request = new Request(new URL(address, testOrigin), {
    method,
    headers: { ...(session && { Cookie: `session=${session}` }), ...headers },
    ...(body !== undefined && { body }),
  });
  const answer = await app.fetch(request, { remoteAddr: { hostname: `192.0.2.${from}` } });
  if (answer.headers.get("Content-Type") === "text/event-stream") {
    await answer.body?.cancel();
    return { answer, text: "" };
  }
  const stream = answer.headers.has("Content-Encoding")
    ? answer.body?.pipeThrough(new DecompressionStream("gzip"))
    : answer.body;
  return { answer, text: await new Response(stream).text() };
}
