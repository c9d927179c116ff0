import fc from "fast-check";
import { expect, it } from "vitest";
import { defaultLimits } from "../auth/limits/rate-limits.ts";
import { someone, someProfile, testOrigin } from "../testing/app.ts";
import { appForTest } from "../testing/app-for-test.ts";

/** Internals that no answer may reveal. */
const internals = /node_modules|\.tsx?:\d|SQLITE|LibsqlError|TypeError|\bat \w+ \(/;
/** Marks texts that only their owner may read. */
const planted = "zqcanary-7f3a";

const limits = Object.fromEntries(Object.keys(defaultLimits).map((name) => [name, 1e6]));

async function given() {
  const app = await appForTest({ limits });
  const secret = { ...someProfile, location: planted, industry: planted, mos: planted };
  const hidden = await app.member({ lastName: planted });
  await hidden.post("/api/profile", { ...secret, bio: planted, isVisible: false });
  const careful = await app.member({ email: `${planted}@example.com` });
  const sharedFields = { location: false, industry: false, specialty: false, helpTopics: false };
  await careful.post("/api/profile", { ...secret, sharedFields });
  const open = await app.member();
  await open.post("/api/profile", someProfile);
  const calls = app.app.routes.filter(({ method, path }) =>
    method !== "ALL" && path.startsWith("/api/")
  );
  const ids = [hidden.memberId, careful.memberId, open.memberId, crypto.randomUUID()];
  return { app, calls, ids };
}

/** Valid bodies of calls, in which fields are replaced. */
const bodies = [
  someProfile,
  { bio: "New", isVisible: true },
  { email: "new@example.com", firstName: "New" },
  { email: someone.email },
  { username: "jdoe", password: someone.password },
  { ...someone, username: "new", email: "other@example.com" },
  { role: "cadet" },
  { profileImageURL: `${testOrigin}/objects/uploads/x/y` },
  { token: "x", newPassword: someone.password },
];
const fields = [...new Set(bodies.flatMap((body) => Object.keys(body)))];

const body = fc.oneof(
  fc.constantFrom(...bodies),
  fc.tuple(fc.constantFrom(...bodies), fc.dictionary(fc.constantFrom(...fields), fc.jsonValue()))
    .map((parts) => Object.assign({}, ...parts)),
  fc.jsonValue(),
  fc.string({ unit: "binary" }),
);

const nonsense = (ids: readonly string[], callCount: number) =>
  fc.record({
    call: fc.nat(callCount - 1),
    who: fc.constantFrom("member", "visitor", "newcomer"),
    part: fc.oneof(fc.constantFrom(...ids, "primaryEmail"), fc.string({ unit: "binary" })),
    query: fc.dictionary(
      fc.constantFrom("search", "armyBranches", "role", "sort", "page", "limit", "offset"),
      fc.oneof(fc.string({ unit: "binary" }), fc.json(), fc.constantFrom("1", '["Armor"]')),
    ),
    body,
  });

it(
  "any request to any call is answered without an error, internals or hidden data",
  async () => {
    const { app, calls, ids } = await given();
    const accepted = new Set<string>();
    const newMember = () => app.member({ role: "cadet" });
    const people = {
      member: await app.member(),
      visitor: app.browser(),
      newcomer: await newMember(),
    };
    await people.member.post("/api/profile", someProfile);
    const request = nonsense(ids, calls.length);
    await fc.assert(
      fc.asyncProperty(request, async ({ call, who, part, query, body }) => {
        const { method, path } = calls[call]!;
        const address = path.replaceAll(/:\w+/g, () => encodeURIComponent(part.toWellFormed()));
        const answer = await people[who].send(method, `${address}?${new URLSearchParams(query)}`, {
          ...(method !== "GET" && { body }),
        });
        const isStream = answer.headers.get("Content-Type") === "text/event-stream";
        const text = isStream ? "" : await answer.text();
        expect(answer.status, text).toBeLessThan(500);
        expect(text).not.toContain(planted);
        if (answer.ok) accepted.add(`${method} ${path}`);
        else expect(text).not.toMatch(internals);
        // Someone who deleted their account or logged out is replaced.
        if (answer.status === 401 && who !== "visitor") people[who] = await newMember();
      }),
      { numRuns: 1000 },
    );
    // Otherwise the test would only cover refusals.
    expect(accepted.size).toBeGreaterThan(10);
  },
);
