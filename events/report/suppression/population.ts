/**
 * Sums between tables and between cycles: how their counts follow from what happens to members. At the end of
 * a cycle, a member who registered in it has taken some of the steps, and is erased, there with a profile, or
 * there without one; so is a member from before. Counts that no table prints are added, too, so that the graph
 * has a sum wherever a reader could know one.
 *
 * @module
 */
import { roles } from "../../vocabulary.ts";
import { requestSteps } from "../statistics/connection-counts.ts";
import type { CycleGraph, Named } from "./count-graph.ts";
import { ages } from "../statistics/freshness.ts";
import { outcomeOf, stoppedAt } from "../statistics/funnel.ts";
import type { Closing } from "../statistics/statistic.ts";
import { notGiven } from "../tables.ts";

/** The counts of one cycle, and of the one before. */
interface Context extends Closing {
  readonly graph: CycleGraph;
  /** The count at the end of the cycle before; nobody was there before the first one. */
  before(...names: readonly string[]): readonly Named[];
  readonly isFirst: boolean;
}

/** Adds the sums between the counts of a cycle, and between them and those of the cycle before. */
export function relateMembers(
  graph: CycleGraph,
  closing: Closing,
  before: Closing | undefined,
): void {
  const last = before?.cycle.name;
  const hasNobody = last === undefined || graph.valueOf(["members", last]) === 0;
  const year = hasNobody ? undefined : last;
  const context: Context = {
    ...closing,
    graph,
    before: (...names) => year === undefined ? [] : names.map((name) => [name, year] as const),
    isFirst: year === undefined,
  };
  relateOutcomes(context);
  relateRoles(context);
  relateProfiles(context);
  relateMonths(context);
  relateSteps(context);
  relateAges(context);
  relateRequests(context);
  relateAskers(context);
}

/** What became of those who came in the cycle. */
function relateOutcomes({ graph }: Context): void {
  const first = stoppedAt("registered", "all");
  graph.equal([first], [
    outcomeOf("registered", "erased", "none"),
    outcomeOf("registered", "without a profile", "none"),
  ]);
  for (const role of roles) {
    for (const step of ["role", "profile", "visible"]) {
      graph.equal([stoppedAt(step, role)], [
        outcomeOf(step, "erased", role),
        outcomeOf(step, "without a profile", role),
        // A profile that was never visible is there, and hidden.
        ...(step === "profile" ? [outcomeOf(step, "with a profile", role)] : []),
      ]);
    }
  }
}

/** Who has a role at the end, or had it when erased: newcomers, and those from before. */
function relateRoles({ graph, before, isFirst }: Context): void {
  const from = (group: string, newcomers: readonly string[], role: string) => {
    if (isFirst) graph.equal([group], newcomers);
    else graph.contains(group, newcomers, { name: `before/${group}` });
    return isFirst ? [] : [`before/${group}`, role];
  };
  for (const role of roles) {
    const steps = ["role", "profile", "visible"];
    const without = `members/role=${role}/without`;
    const others = { name: without, isSecret: true };
    graph.contains(`members/role=${role}`, [`profiles/role=${role}`], others);
    from(without, steps.map((step) => outcomeOf(step, "without a profile", role)), role);
    from(`profiles/role=${role}`, [
      outcomeOf("profile", "with a profile", role),
      `funnel/there/${role}`,
    ], role);
    from(`erased/role=${role}`, steps.map((step) => outcomeOf(step, "erased", role)), role);
  }
  from("members/role=none", [outcomeOf("registered", "without a profile", "none")], "none");
  from("erased/role=none", [outcomeOf("registered", "erased", "none")], "none");
  if (isFirst) return;
  const stayed = ["before/members/role=none", "before/erased/role=none"];
  graph.atMost(stayed, before("members/role=none"), { name: "before/chose a role" });
  graph.equal(
    [...before(...roles.map((role) => `members/role=${role}`)), "before/chose a role"],
    roles.flatMap((role) =>
      [`members/role=${role}/without`, `profiles/role=${role}`, `erased/role=${role}`]
        .map((group) => `before/${group}`)
    ),
  );
  // Where nobody else changed their role, which is what a reader may expect.
  graph.equal(
    ["members/role=cadet", "erased/role=cadet", "graduates"],
    [...before("members/role=cadet"), "funnel/role/cadet"],
  );
  graph.equal(
    ["members/role=alumni", "erased/role=alumni"],
    [...before("members/role=alumni"), "funnel/role/alumni", "graduates"],
  );
}

/** Profiles by who sees them, and what alumni and cadets of supply are among them. */
function relateProfiles({ graph }: Context): void {
  for (const role of roles) {
    const hidden = `profiles/hidden/role=${role}`;
    graph.contains(`profiles/role=${role}`, [`profiles/visible/role=${role}`], { name: hidden });
    graph.atMost([outcomeOf("profile", "with a profile", role)], [hidden]);
  }
  for (const kind of ["visible", "hidden"]) {
    graph.equal([`profiles/${kind}`], roles.map((role) => `profiles/${kind}/role=${role}`));
  }
  graph.atMost(["helpers"], ["profiles/visible/role=alumni"]);
  graph.contains("profiles/role=alumni", ["helpers"], { isSecret: true });
  const [cadets, without] = ["members/role=cadet", "members/role=cadet/without"];
  for (const property of ["branch", "industry", "region"]) {
    const silent = `${cadets}/${property}=none in the profile`;
    graph.atMost([without], [`${cadets}/${property}=${notGiven}`], { name: silent });
    if (property !== "branch") continue;
    const profiles = `profiles/branch=${notGiven}`;
    if (graph.valueOf(profiles) === undefined) graph.equal([silent], []);
    else graph.contains(profiles, [silent, `helpers/branch=${notGiven}`], { isSecret: true });
  }
}

/** How members, profiles and hidden profiles become more and less from month to month. */
function relateMonths({ graph, before, isFirst, cycle }: Context): void {
  const stocks = [
    { of: "members", more: ["funnel/registered"], less: ["erased"] },
    { of: "profiles", more: ["created"], less: ["deleted", "erased/profile"] },
    { of: "profiles/hidden", more: ["hidden"], less: ["shown", "deleted/hidden", "erased/hidden"] },
  ];
  if (!isFirst) {
    for (const { of, more, less } of stocks) {
      const inAll = (names: readonly string[]) =>
        names.flatMap((name) => cycle.months.map(({ label }) => `${name}/${label}`));
      graph.equal([...before(of), ...inAll(more)], [of, ...inAll(less)]);
    }
  }
  for (const { of, more, less } of isFirst ? stocks : []) {
    let stock = before(of);
    for (const [at, { label }] of cycle.months.entries()) {
      const [came, went] = [more, less].map((names) => names.map((name) => `${name}/${label}`));
      const isLast = at === cycle.months.length - 1;
      const name = isLast ? of : `${of}/at the end of ${label}`;
      if (isLast) graph.equal([...stock, ...came ?? []], [name, ...went ?? []]);
      else graph.atMost(went ?? [], [...stock, ...came ?? []], { name });
      stock = [name];
    }
  }
  for (const { label } of cycle.months) {
    for (
      const [group, part] of [
        ["erased", "erased/profile"],
        ["erased/profile", "erased/hidden"],
        ["deleted", "deleted/hidden"],
      ]
    ) graph.atMost([`${part}/${label}`], [`${group}/${label}`]);
    for (
      const [group, part] of isFirst
        ? [["members", "profiles"], ["profiles", "profiles/hidden"]]
        : []
    ) {
      const at = `at the end of ${label}`;
      graph.atMost([`${part}/${at}`], [`${group}/${at}`]);
    }
  }
}

/** What newcomers did is among what happened since they came. */
function relateSteps({ graph, before, isFirst, cycle }: Context): void {
  for (const at of isFirst ? cycle.months.keys() : [0]) {
    const since = (name: string) => cycle.months.slice(at).map(({ label }) => `${name}/${label}`);
    graph.atMost(since("funnel/profile"), since("created"));
    const neverVisible = cycle.months.slice(at).map(({ label }) => stoppedAt("profile", label));
    graph.atMost(neverVisible, since("hidden"));
  }
  const of = (outcome: "erased" | "without a profile", steps: readonly string[]) =>
    steps.flatMap((step) => roles.map((role) => outcomeOf(step, outcome, role)));
  graph.atMost(of("without a profile", ["profile", "visible"]), ["deleted"]);
  const erasedEarly = [outcomeOf("registered", "erased", "none"), ...of("erased", ["role"])];
  const withProfile = cycle.months.map(({ label }) => `erased/profile/${label}`);
  graph.atMost([...erasedEarly, ...withProfile], ["erased"]);
  // A second profile takes the place of one that was deleted; others had none before.
  const without = roles.map((role) => `members/role=${role}/without`);
  graph.atMost(["created"], [
    "funnel/profile/all",
    "deleted",
    ...before("members/role=none", ...without),
  ]);
}

/** Requests that have no answer yet, and what cannot be more often than something before it. */
function relateRequests({ graph, before, cycle, topics }: Context): void {
  const [asked, ...outcomes] = requestSteps.map(({ name }) => name);
  const opens = cycle.months.map(({ label }) => `requests/open/${label}`);
  for (const [at, { label }] of cycle.months.entries()) {
    const then = at === 0 ? before(...opens.slice(-1).map(lastYear)) : [opens[at - 1] ?? ""];
    graph.equal(
      [...then, `${asked}/${label}`],
      [opens[at] ?? "", ...outcomes.map((name) => `${name}/${label}`)],
    );
  }
  for (const { id: topic } of topics) {
    graph.atMost([`requests/topic=${topic}`], ["requests"]);
    graph.atMost([`requests/accepted/topic=${topic}`], ["requests/accepted"]);
    const rest = `requests/topic=${topic}/not accepted`;
    const others = { name: rest };
    const [more, less] = [`requests/topic=${topic}`, `requests/accepted/topic=${topic}`];
    graph.atMost([less], [...before(rest), more], others);
  }
  const silent = { name: "requests/accepted/without feedback" };
  graph.atMost(["feedback"], [...before(silent.name), "requests/accepted"], silent);
  function lastYear(name: string): string {
    return name.replace(/\d{4}/, (year) => String(Number(year) - 1));
  }
}

/** Who asked is a cadet, of their class year, and made a request; whom it reached had one accepted. */
function relateAskers({ graph, before }: Context): void {
  graph.atMost(["askers"], ["requests/role=cadet"]);
  graph.atMost(["askers"], ["members/role=cadet"]);
  const silent = "askers/classYear=" + notGiven;
  graph.atMost([silent], ["members/role=cadet/without"]);
  graph.atMost(["askers"], ["profiles/role=cadet", silent]);
  const ever = "requests/accepted/ever";
  const all = [...before(ever), "requests/accepted"];
  graph.unprinted(ever, all.reduce((sum, name) => sum + (graph.valueOf(name) ?? 0), 0));
  graph.equal([ever], all);
  graph.atMost(["reached"], [ever]);
}

const dayMs = 86_400_000;

/** How old profiles are, and what happened lately or not at all. */
function relateAges({ graph, before, cycle, atMs }: Context): void {
  const elapsedDays = (atMs - cycle.startMs) / dayMs;
  const untilDays = ages.map((_, at) => ages[at + 1]?.fromDays ?? Infinity);
  const untouched = ages.filter(({ fromDays }) => fromDays >= elapsedDays);
  for (const role of roles) {
    const names = untouched.map(({ label }) => `profiles/age=${label}/role=${role}`);
    graph.atMost(names, [`before/profiles/role=${role}`]);
  }
  for (const { label, fromDays } of untouched) {
    const until = untilDays[ages.findIndex((age) => age.label === label)] ?? Infinity;
    const then = ages.filter((age, at) =>
      age.fromDays < until - elapsedDays && (untilDays[at] ?? 0) > fromDays - elapsedDays
    );
    graph.atMost(
      [`profiles/age=${label}`],
      before(...then.map((age) => `profiles/age=${age.label}`)),
    );
  }
  for (const [at, until] of untilDays.entries()) {
    if (until > elapsedDays) continue;
    const younger = ages.slice(0, at + 1).map(({ label }) => `profiles/age=${label}`);
    const since = atMs - until * dayMs;
    const monthsFrom = (isIn: (startMs: number, endMs: number) => boolean) =>
      cycle.months.filter(({ startMs }, month) =>
        isIn(startMs, cycle.months[month + 1]?.startMs ?? cycle.endMs)
      ).map(({ label }) => label);
    const lately = monthsFrom((_, endMs) => endMs > since);
    graph.atMost(younger, lately.flatMap((label) => [`created/${label}`, `changes/${label}`]));
    const within = monthsFrom((startMs) => startMs >= since);
    graph.atMost(
      within.map((label) => `created/${label}`),
      [...younger, ...within.flatMap((label) => [`deleted/${label}`, `erased/profile/${label}`])],
    );
  }
}
