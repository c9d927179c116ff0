import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FieldName } from "../../events/members/profile-fields.ts";
import {
  armyBranches,
  dutyStatuses,
  helpTopics,
  type PrivacySwitch,
  roles,
} from "../../events/vocabulary.ts";
import { facetGroups } from "../../search/facets.ts";
import { sorts } from "../../search/profile-search.ts";
import { directoryParams } from "../contract/directory.ts";
import { createTestApp, type TestApp } from "../testing/app.ts";

type Member = Awaited<ReturnType<TestApp["member"]>>;
type Fields = Readonly<Record<string, unknown>>;

const switches = [
  ...["location", "industry", "specialty", "helpTopics", "classYear"] as const,
  "formerName",
] as const;
/** The fields that each switch hides. */
const fieldsOf = {
  location: ["location"],
  industry: ["industry"],
  specialty: ["armyBranch", "mos"],
  helpTopics: ["helpTopics", "expertise"],
  classYear: ["classYear"],
  formerName: ["formerName"],
} as const satisfies Readonly<Record<PrivacySwitch, readonly FieldName[]>>;
/** Fields shown with every visible profile. */
const always = [
  ...["rank", "dutyStatus", "company", "jobTitle", "bio", "armySchools"] as const,
  "previousPositions",
] as const;
/** Fields shown to members, but never searched. */
const contacts = [
  "primaryEmail",
  "secondaryEmail",
  "phoneNumber",
  "linkedinUrl",
  "calendarUrl",
] as const;

const word = fc.constantFrom("Waco", "Wako", "Mining", "Energy", "Falconry", "Pilot", "Armor");
/** Terms with several names, which are recognized in people's texts. */
const phrase = fc.constantFrom(
  "Executive Officer",
  "XO",
  "Platoon Leader",
  "Green to Gold",
  "Sapper",
);
const text = fc.array(fc.oneof(word, phrase), { minLength: 1, maxLength: 2 }).map((words) =>
  words.join(" ")
);
const place = fc.oneof(text, fc.constantFrom("Waco, TX", "Reno, Nevada", "Fort Polk (JRTC), LA"));
const handle = fc.stringMatching(/^q[a-z]{7}$/);
// Few values, so that queries match them.
const year = fc.integer({ min: 2016, max: 2024 }).map(String);
const profileFields = {
  classYear: year,
  rank: fc.constantFrom("CPT", "MAJ"),
  armyBranch: fc.constantFrom(...armyBranches.slice(0, 4)),
  mos: fc.constantFrom("19A", "74A", "15B"),
  dutyStatus: fc.option(fc.constantFrom(...dutyStatuses)),
  location: fc.option(place),
  industry: fc.option(text),
  company: fc.option(text),
  formerName: fc.option(word),
  jobTitle: fc.option(text),
  bio: fc.option(text),
  helpTopics: fc.subarray(helpTopics.slice(0, 4)),
  expertise: fc.array(text, { maxLength: 2 }),
  armySchools: fc.array(text, { maxLength: 2 }),
  previousPositions: fc.array(text, { maxLength: 2 }),
  primaryEmail: handle.map((name) => `${name}@example.com`),
  secondaryEmail: fc.option(handle.map((name) => `${name}@example.org`)),
  phoneNumber: fc.option(fc.integer({ min: 1e6, max: 9e6 }).map((number) => `(555) ${number}`)),
  linkedinUrl: fc.option(handle.map((name) => `https://www.linkedin.com/in/${name}`)),
  calendarUrl: fc.option(handle.map((name) => `https://calendar.example.com/${name}`)),
} satisfies Readonly<Record<FieldName, fc.Arbitrary<unknown>>>;
const profile = fc.record({
  ...profileFields,
  isVisible: fc.boolean(),
  sharedFields: fc.record(
    Object.fromEntries(switches.map((name) => [name, fc.boolean()])),
  ),
});
type Profile = typeof profile extends fc.Arbitrary<infer T> ? T : never;

const audiences = fc.record(
  Object.fromEntries(
    contacts.map((name) => [name, fc.constantFrom("members", "connections", "nobody")]),
  ),
);
type Audiences = typeof audiences extends fc.Arbitrary<infer T> ? T : never;

const query = fc.record({
  search: fc.oneof(
    fc.constant(""),
    text,
    word.chain((whole) => fc.integer({ min: 1, max: 6 }).map((length) => whole.slice(0, length))),
    fc.constantFrom("19a", "74a", "networking", "Falcnry", "20", "2018", "555", "Vete"),
    fc.constantFrom("xo", "executive officers", "pl or pilot", "xo not armor", "green to gold"),
    fc.constantFrom(
      "sapper without mining",
      "falcnry platoon leader",
      "not xo",
      "execut",
      "exective",
    ),
    fc.subarray(["captain", "texas", "nevada", "jrtc", "tanker", "merit", "class of 2018", "oil"], {
      minLength: 1,
      maxLength: 3,
    }).map((words) => words.join(" ")),
  ),
  armyBranches: fc.subarray(armyBranches.slice(0, 4), { maxLength: 2 }),
  dutyStatuses: fc.subarray([...dutyStatuses], { maxLength: 2 }),
  classYears: fc.array(year, { maxLength: 3 }),
  industries: fc.array(text, { maxLength: 2 }),
  locations: fc.array(text, { maxLength: 2 }),
  helpTopics: fc.subarray(helpTopics.slice(0, 4), { maxLength: 2 }),
  requests: fc.subarray(["Takes requests now"]),
  role: fc.option(fc.constantFrom(...roles), { nil: undefined }),
  sort: fc.constantFrom(...sorts),
  page: fc.constantFrom(1, 1, 2),
});
type Query = typeof query extends fc.Arbitrary<infer T> ? T : never;

it("assigns an audience to each field", () => {
  const known: readonly FieldName[] = [...Object.values(fieldsOf).flat(), ...always, ...contacts];
  expect(known.toSorted()).toEqual(Object.keys(profileFields).toSorted());
});

/** Names of fields of `profile` that another member must not see anything of. */
function hiddenFields({ isVisible, sharedFields }: Profile, audiences: Audiences): string[] {
  if (!isVisible) return Object.keys(profileFields);
  return [
    ...switches.filter((name) => !sharedFields[name]).flatMap((name) => fieldsOf[name]),
    ...contacts.filter((name) => audiences[name] !== "members"),
  ];
}

/** All answers to a viewer, heads and bodies, except what identifies the request. */
async function allAnswers(viewer: Member, owners: readonly Member[], queries: readonly Query[]) {
  const paths = [
    "/api/profiles",
    "/api/directory",
    ...queries.map((asked) => `/api/directory?${directoryParams(asked)}`),
    ...queries.map((asked) => `/api/suggestions?${directoryParams(asked)}`),
    ...queries.map((asked) => `/api/profiles?${listParams(asked)}`),
    ...owners.map(({ memberId }) => `/api/profile/${memberId}`),
  ];
  const asked = owners.flatMap(({ memberId }) =>
    contacts.map((name) => `/api/profile/${memberId}/contacts/${name}`)
  );
  const answers = [];
  for (const path of [...paths, ...asked]) {
    const answer = await (asked.includes(path) ? viewer.post(path) : viewer.get(path));
    const headers = [...answer.headers].filter(([name]) => name !== "x-request-id")
      // Differs with every answer.
      .map(([name, value]) => [name, value.replaceAll(/'nonce-[^']+'/g, "nonce")]);
    answers.push({ path, status: answer.status, headers, body: await answer.text() });
  }
  return answers;
}

function listParams(asked: Query): URLSearchParams {
  const { search, role, sort } = asked;
  const lists = facetGroups.map((group) => [group, JSON.stringify(asked[group])]);
  return new URLSearchParams({
    search,
    sort,
    ...(role && { role }),
    ...Object.fromEntries(lists),
  });
}

/** Runs with a viewer and some owners in a new world, which is removed afterwards. */
async function inWorld(
  profiles: readonly Profile[],
  run: (app: TestApp, viewer: Member, owners: readonly Member[]) => Promise<void>,
) {
  const app = await createTestApp();
  try {
    const viewer = await app.member();
    const owners = [];
    for (const [at, fields] of profiles.entries()) {
      const owner = await app.member({ role: roles[at % 2 === 0 ? 1 : 0] ?? "alumni" });
      const answer = await owner.post("/api/profile", fields);
      expect(answer.status, await answer.clone().text()).toBe(201);
      owners.push(owner);
    }
    await run(app, viewer, owners);
  } finally {
    await app.close();
  }
}

describe("a hidden field", () => {
  it("changes no byte of any answer to another member", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(profile, { minLength: 2, maxLength: 4 }),
        fc.record(profileFields),
        fc.array(query, { minLength: 3, maxLength: 6 }),
        fc.array(audiences, { minLength: 4, maxLength: 4 }),
        async (profiles, others, queries, choices) => {
          await inWorld(profiles, async (_, viewer, owners) => {
            for (const [at, owner] of owners.entries()) {
              expect(
                (await owner.does(({ contacts }, me, origin) =>
                  contacts.changeAudiences(me, choices[at]!, origin)
                )).status,
              ).toBe(200);
            }
            const before = await allAnswers(viewer, owners, queries);
            for (const [at, owner] of owners.entries()) {
              const change = pick(others, hiddenFields(profiles[at]!, choices[at]!));
              if (Object.keys(change).length === 0) continue;
              const answer = await owner.patch("/api/profile", change);
              expect(answer.status, await answer.clone().text()).toBe(200);
            }
            expect(await allAnswers(viewer, owners, queries)).toEqual(before);
          });
        },
      ),
      { numRuns: 25 },
    );
  });

  it("is found by none of its names, and never named as a match", async () => {
    const fields = {
      ...{ classYear: "2014", rank: "CPT", armyBranch: "Judge Advocate General", mos: "27A" },
      ...{ industry: "Energy", location: "Reno, Nevada", helpTopics: ["Resume Review"] },
      ...{ expertise: ["Falconry"], primaryEmail: "pat@example.com" },
    };
    const searches = ["class of 2014", "lawyer", "27a", "oil", "NV", "cv", "falconry"];
    const app = await createTestApp();
    try {
      const [viewer, owner] = [await app.member(), await app.member()];
      expect((await owner.post("/api/profile", fields)).status).toBe(201);
      const find = async (search: string) => {
        const params = new URLSearchParams({ search: `${search} captain` });
        const { total, relaxed, matches } = await (await viewer.get(`/api/directory?${params}`))
          .json();
        return { total, ignored: relaxed?.ignored ?? [], marked: matches[0]?.words.length > 1 };
      };
      for (const search of searches) {
        expect([search, await find(search)])
          .toEqual([search, { total: 1, ignored: [], marked: true }]);
      }
      const sharedFields = Object.fromEntries(switches.map((name) => [name, false]));
      expect((await owner.patch("/api/profile", { sharedFields })).status).toBe(200);
      for (const search of searches) {
        const ignored = [search.replace("class of ", "")];
        expect([search, await find(search)])
          .toEqual([search, { total: 1, ignored, marked: false }]);
      }
    } finally {
      await app.close();
    }
  });

  it("is found by no search, nor are contacts", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(profile, { minLength: 1, maxLength: 3 }), async (profiles) => {
        await inWorld(profiles, async (_, viewer, owners) => {
          for (const [at, { memberId }] of owners.entries()) {
            const fields = profiles[at]! as Fields;
            for (const name of contacts) {
              const value = fields[name];
              if (typeof value !== "string") continue;
              for (const search of [value, /q[a-z]{7}|\d{7}/.exec(value)?.[0] ?? value]) {
                const params = new URLSearchParams({ search });
                const found = await (await viewer.get(`/api/profiles?${params}`)).json();
                expect(found.map(({ userId }: { userId: string }) => userId))
                  .not.toContain(memberId);
              }
            }
          }
        });
      }),
      { numRuns: 15 },
    );
  });
});

function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}
