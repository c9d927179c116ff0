import fc from "fast-check";
import { expect, it } from "vitest";
import { codeIndustry, codeRegion } from "../../../events/members/coding.ts";
import { decide } from "../../../events/members/decide.ts";
import type { Member } from "../../../events/members/evolve.ts";
import { evolve, unknownMember } from "../../../events/members/evolve.ts";
import { Refusal } from "../../../events/errors.ts";
import { industryLabel, regionLabel } from "../../../events/report/labels.ts";
import { given, type Past, rowIn, tableOf } from "../../../events/report/testing/given.ts";
import { helpTopics, type Role } from "../../../events/vocabulary.ts";
import type { RosterQuery } from "../../contract/program.ts";
import { createRoster } from "../program/roster.ts";
import { noFilters, type ProfileHits } from "../../../search/profile-search.ts";
import { projectDocument } from "../../../search/project-document.ts";
import { happening } from "../../../search/testing/happenings.ts";
import { createReferenceSearch } from "../../../search/testing/reference.ts";

type Command = Parameters<typeof decide>[1];
type Content = ReturnType<ReturnType<typeof given>["content"]>;

const command = happening.filter((one) => one.kind === "command").map((one) => one.command);
const first = (type: string) => command.filter((one) => one.type === type);

/** Gives half of them a role, and admits them. */
const eager = (command: Command): Command =>
  command.type === "Register"
    ? { ...command, needs: undefined, role: command.role ?? "alumni" }
    : command;

/** People register and create a profile; then come commands to any of them. */
const commandsTo = (people: number, more: number) =>
  fc.tuple(
    fc.array(fc.tuple(first("Register"), first("CreateProfile")), {
      ...{ minLength: people, maxLength: people },
    }),
    fc.array(fc.tuple(fc.nat(people - 1), command), { minLength: more / 2, maxLength: more }),
  ).map(([people, then]) => [
    ...people.flatMap(([register, create], who) =>
      [[who, who % 2 === 0 ? register : eager(register)], [who, create]] as const
    ),
    ...then,
  ]);

/** A staff member who has invited every fourth of them. */
const staff = "00000000-0000-4000-8000-000000000001";

/** Runs a program's commands, and returns the figures' content of its log. */
function programOf(asked: readonly (readonly [number, Command])[]) {
  const members = new Map<string, Member>();
  const history: Past[] = [];
  const startMs = Date.parse("2025-10-05");
  const stepMs = Math.floor(300 * 86_400_000 / asked.length);
  const states = asked.map(([number, command], index) => {
    const who = `member ${number}`;
    const atMs = startMs + index * stepMs;
    const actor = number % 4 === 0 ? staff : who;
    const before = members.get(who) ?? unknownMember;
    let after = before;
    for (const event of decided(before, named(command, number), new Date(atMs))) {
      after = evolve(after, { memberId: who, atMs, event, actorId: actor });
      history.push({ who, actor, at: atMs, type: event.type, facts: event.facts });
    }
    members.set(who, after);
    return new Map(members);
  });
  return { history, states, timeOf: (index: number) => startMs + index * stepMs + 1 };
}

/** Makes names unique, since nothing here refuses a taken one. */
const named = (command: Command, number: number) =>
  command.type === "Register" ? { ...command, username: `user${number}` } : command;

function decided(...args: Parameters<typeof decide>) {
  try {
    return decide(...args);
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}

/** The directory as any member can query it. */
async function directoryOf(members: ReadonlyMap<string, Member>) {
  const search = createReferenceSearch();
  await search.put(
    [...members.values()].flatMap((member) =>
      member.status === "present" ? projectDocument(member.record) ?? [] : []
    ),
  );
  return (role?: Role, filters: Partial<typeof noFilters> = {}) =>
    search.find({
      ...{ text: "", sort: "recent", offset: 0, limit: 0, role },
      filters: { ...noFilters, ...filters },
    });
}

/** Counts of the directory, under the labels of a report. */
function counted(
  { facets }: ProfileHits,
  group: keyof ProfileHits["facets"],
  labelOf: (value: string) => string = (value) => value,
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { value, count } of facets[group]) {
    counts[labelOf(value)] = (counts[labelOf(value)] ?? 0) + count;
  }
  return counts;
}

const industry = (text: string) => industryLabel(codeIndustry(text) ?? "");
const region = (text: string) => regionLabel(codeRegion(text) ?? "");

/** One column of a table, without zeros, totals and hidden values. */
function columnOf(content: Content, id: string, column: string): Record<string, number> {
  const rows = tableOf(content, id).rows.filter(({ label, isTotal }) =>
    !isTotal && label !== "Not shown"
  );
  const figures = rows.map(({ label }) => [label, rowIn(content, id, label)[column]] as const);
  return Object.fromEntries(figures.filter(([, figure]) => figure !== 0)) as Record<string, number>;
}

async function compare(content: Content, members: ReadonlyMap<string, Member>) {
  const ask = await directoryOf(members);
  const [all, helpers, cadets] = await Promise.all([
    ask(),
    ask("alumni", { helpTopics }),
    ask("cadet"),
  ]);
  expect(rowIn(content, "retention-visibility", "In the directory")).toEqual({
    Profiles: all.total,
  });
  expect(columnOf(content, "profiles-by-branch", "Profiles")).toEqual(counted(all, "armyBranches"));
  expect(columnOf(content, "profiles-by-duty-status", "Profiles"))
    .toEqual(counted(all, "dutyStatuses"));
  expect(columnOf(content, "profiles-by-class-year", "Profiles")).toEqual(
    counted(all, "classYears"),
  );
  expect(columnOf(content, "profiles-by-industry", "Profiles"))
    .toEqual(counted(all, "industries", industry));
  expect(columnOf(content, "profiles-by-region", "Profiles"))
    .toEqual(counted(all, "locations", region));
  expect(columnOf(content, "profiles-by-topic", "Profiles")).toEqual(counted(all, "helpTopics"));
  const offered = await ask("alumni");
  expect(columnOf(content, "topics-asked-and-offered", "Alumni who offer it"))
    .toEqual(counted(offered, "helpTopics"));
  const [helps, learns] = ["Alumni who can help", "Cadets"] as const;
  expect(columnOf(content, "coverage-by-branch", helps)).toEqual(counted(helpers, "armyBranches"));
  expect(columnOf(content, "coverage-by-branch", learns)).toEqual(counted(cadets, "armyBranches"));
  expect(columnOf(content, "coverage-by-region", helps))
    .toEqual(counted(helpers, "locations", region));
  expect(columnOf(content, "coverage-by-industry", helps))
    .toEqual(counted(helpers, "industries", industry));
  return all.total;
}

/** Compares with staff's page of all members. */
async function compareWithProgram(content: Content, members: ReadonlyMap<string, Member>) {
  const records = [...members].flatMap(([memberId, member], position) =>
    member.status === "present" ? [{ memberId, member: member.record, position }] : []
  );
  const roster = createRoster({ update: async () => {} });
  roster.follow(records);
  const total = async (role?: RosterQuery["role"], state?: RosterQuery["state"]) =>
    (await roster.find({ search: "", page: 1, role, state })).total;
  const labels = {
    cadet: "Cadets",
    alumni: "Alumni",
    cadre: "Cadre",
    none: "No role",
  } as const;
  for (const role of ["cadet", "alumni", "cadre", "none", undefined] as const) {
    expect(rowIn(content, "people-by-role", role === undefined ? "Total" : labels[role])).toEqual({
      "Members": await total(role, "in"),
      "Waiting": await total(role, "waiting"),
      "Invited": await total(role, "invited"),
      "Declined": await total(role, "refused"),
      "Suspended": await total(role, "suspended"),
      "Died": await total(role, "died"),
      "All": await total(role),
      "Can't ask": await total(role, "asking closed"),
    });
  }
}

/** Compares both at three times. Returns how many profiles were visible then. */
async function compareAll(asked: readonly (readonly [number, Command])[]): Promise<number> {
  const { history, states, timeOf } = programOf(asked);
  let visible = 0;
  for (const share of [0.3, 0.7, 1]) {
    const index = Math.floor((states.length - 1) * share);
    const members = states[index] ?? new Map();
    const content = given(...history).content({ until: new Date(timeOf(index)).toISOString() });
    visible += await compare(content, members);
    await compareWithProgram(content, members);
  }
  return visible;
}

it("figures agree with the directory and staff's pages, in 200 random programs", async () => {
  let visible = 0;
  const property = fc.asyncProperty(commandsTo(12, 120), async (asked) => {
    visible += await compareAll(asked);
  });
  await fc.assert(property, { numRuns: 200, seed: 33 });
  expect(visible).toBeGreaterThan(1000);
});

it("figures agree with the directory and staff's pages, for 300 people", async () => {
  const [asked = []] = fc.sample(commandsTo(300, 1200), { numRuns: 1, seed: 33 });
  expect(await compareAll(asked)).toBeGreaterThan(100);
});
