/**
 * Who is counted where: how the counts of different tables, and of two cycles, follow from what happens to
 * members. A member who registers in a cycle has taken some of the steps at its end, and is erased, or there
 * with a profile or without one; someone from before is one of those, too. What a table does not have is
 * written down as well, so that there is a sum wherever a reader could know one.
 *
 * @module
 */
import { roles } from "../../vocabulary.ts";
import type { Book, Named } from "./book.ts";
import { ages } from "../statistics/freshness.ts";
import { outcomeOf, stoppedAt } from "../statistics/funnel.ts";
import type { Closing } from "../statistics/statistic.ts";
import { notGiven } from "../tables.ts";

/** The names of one cycle's book, and of the one before. */
interface Chapter extends Closing {
  readonly book: Book;
  /** The count at the end of the cycle before; nobody was there before the first one. */
  before(...names: readonly string[]): readonly Named[];
  readonly isFirst: boolean;
}

/** Writes down how the counts of a cycle follow from each other, and from those of the cycle before. */
export function relateMembers(book: Book, closing: Closing, before: Closing | undefined): void {
  const last = before?.cycle.name;
  const hasNobody = last === undefined || book.valueOf(["members", last]) === 0;
  const year = hasNobody ? undefined : last;
  const chapter: Chapter = {
    ...closing,
    book,
    before: (...names) => year === undefined ? [] : names.map((name) => [name, year] as const),
    isFirst: year === undefined,
  };
  relateOutcomes(chapter);
  relateRoles(chapter);
  relateProfiles(chapter);
  relateMonths(chapter);
  relateSteps(chapter);
  relateAges(chapter);
}

/** What became of those who came in the cycle. */
function relateOutcomes({ book }: Chapter): void {
  const first = stoppedAt("registered", "all");
  book.equal([first], [
    outcomeOf("registered", "erased", "none"),
    outcomeOf("registered", "without a profile", "none"),
  ]);
  for (const role of roles) {
    for (const step of ["role", "profile", "visible"]) {
      book.equal([stoppedAt(step, role)], [
        outcomeOf(step, "erased", role),
        outcomeOf(step, "without a profile", role),
        // A profile that was never visible is there, and hidden.
        ...(step === "profile" ? [outcomeOf(step, "with a profile", role)] : []),
      ]);
    }
  }
}

/** Who has a role at the end, or had it when erased: newcomers, and those from before. */
function relateRoles({ book, before, isFirst }: Chapter): void {
  const from = (group: string, newcomers: readonly string[], role: string) => {
    if (isFirst) book.equal([group], newcomers);
    else book.contains(group, newcomers, { name: `before/${group}` });
    return isFirst ? [] : [`before/${group}`, role];
  };
  for (const role of roles) {
    const steps = ["role", "profile", "visible"];
    const without = `members/role=${role}/without`;
    const others = { name: without, isSecret: true };
    book.contains(`members/role=${role}`, [`profiles/role=${role}`], others);
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
  book.atMost(stayed, before("members/role=none"), { name: "before/chose a role" });
  book.equal(
    [...before(...roles.map((role) => `members/role=${role}`)), "before/chose a role"],
    roles.flatMap((role) =>
      [`members/role=${role}/without`, `profiles/role=${role}`, `erased/role=${role}`]
        .map((group) => `before/${group}`)
    ),
  );
  // Where nobody else changed their role, which is what a reader may expect.
  book.equal(
    ["members/role=cadet", "erased/role=cadet", "graduates"],
    [...before("members/role=cadet"), "funnel/role/cadet"],
  );
  book.equal(
    ["members/role=alumni", "erased/role=alumni"],
    [...before("members/role=alumni"), "funnel/role/alumni", "graduates"],
  );
}

/** Profiles by who sees them, and what alumni and cadets of supply are among them. */
function relateProfiles({ book }: Chapter): void {
  for (const role of roles) {
    const hidden = `profiles/hidden/role=${role}`;
    book.contains(`profiles/role=${role}`, [`profiles/visible/role=${role}`], { name: hidden });
    book.atMost([outcomeOf("profile", "with a profile", role)], [hidden]);
  }
  for (const kind of ["visible", "hidden"]) {
    book.equal([`profiles/${kind}`], roles.map((role) => `profiles/${kind}/role=${role}`));
  }
  book.atMost(["helpers"], ["profiles/visible/role=alumni"]);
  book.contains("profiles/role=alumni", ["helpers"], { isSecret: true });
  const [cadets, without] = ["members/role=cadet", "members/role=cadet/without"];
  for (const property of ["branch", "industry", "region"]) {
    const silent = `${cadets}/${property}=none in the profile`;
    book.atMost([without], [`${cadets}/${property}=${notGiven}`], { name: silent });
    if (property !== "branch") continue;
    const profiles = `profiles/branch=${notGiven}`;
    if (book.valueOf(profiles) === undefined) book.equal([silent], []);
    else book.contains(profiles, [silent, `helpers/branch=${notGiven}`], { isSecret: true });
  }
}

/** How members, profiles and hidden profiles become more and less from month to month. */
function relateMonths({ book, before, isFirst, cycle }: Chapter): void {
  const stocks = [
    { of: "members", more: ["funnel/registered"], less: ["erased"] },
    { of: "profiles", more: ["created"], less: ["deleted", "erased/profile"] },
    { of: "profiles/hidden", more: ["hidden"], less: ["shown", "deleted/hidden", "erased/hidden"] },
  ];
  if (!isFirst) {
    for (const { of, more, less } of stocks) {
      const inAll = (names: readonly string[]) =>
        names.flatMap((name) => cycle.months.map(({ label }) => `${name}/${label}`));
      book.equal([...before(of), ...inAll(more)], [of, ...inAll(less)]);
    }
  }
  for (const { of, more, less } of isFirst ? stocks : []) {
    let stock = before(of);
    for (const [at, { label }] of cycle.months.entries()) {
      const [came, went] = [more, less].map((names) => names.map((name) => `${name}/${label}`));
      const isLast = at === cycle.months.length - 1;
      const name = isLast ? of : `${of}/at the end of ${label}`;
      if (isLast) book.equal([...stock, ...came ?? []], [name, ...went ?? []]);
      else book.atMost(went ?? [], [...stock, ...came ?? []], { name });
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
    ) book.atMost([`${part}/${label}`], [`${group}/${label}`]);
    for (
      const [group, part] of isFirst
        ? [["members", "profiles"], ["profiles", "profiles/hidden"]]
        : []
    ) {
      const at = `at the end of ${label}`;
      book.atMost([`${part}/${at}`], [`${group}/${at}`]);
    }
  }
}

/** What newcomers did is among what happened since they came. */
function relateSteps({ book, before, isFirst, cycle }: Chapter): void {
  for (const at of isFirst ? cycle.months.keys() : [0]) {
    const since = (name: string) => cycle.months.slice(at).map(({ label }) => `${name}/${label}`);
    book.atMost(since("funnel/profile"), since("created"));
    const neverVisible = cycle.months.slice(at).map(({ label }) => stoppedAt("profile", label));
    book.atMost(neverVisible, since("hidden"));
  }
  const of = (outcome: "erased" | "without a profile", steps: readonly string[]) =>
    steps.flatMap((step) => roles.map((role) => outcomeOf(step, outcome, role)));
  book.atMost(of("without a profile", ["profile", "visible"]), ["deleted"]);
  const erasedEarly = [outcomeOf("registered", "erased", "none"), ...of("erased", ["role"])];
  const withProfile = cycle.months.map(({ label }) => `erased/profile/${label}`);
  book.atMost([...erasedEarly, ...withProfile], ["erased"]);
  // A second profile takes the place of one that was deleted; others had none before.
  const without = roles.map((role) => `members/role=${role}/without`);
  book.atMost(["created"], [
    "funnel/profile/all",
    "deleted",
    ...before("members/role=none", ...without),
  ]);
}

const dayMs = 86_400_000;

/** How old profiles are, and what happened lately or not at all. */
function relateAges({ book, before, cycle, atMs }: Chapter): void {
  const elapsedDays = (atMs - cycle.startMs) / dayMs;
  const untilDays = ages.map((_, at) => ages[at + 1]?.fromDays ?? Infinity);
  const untouched = ages.filter(({ fromDays }) => fromDays >= elapsedDays);
  for (const role of roles) {
    const names = untouched.map(({ label }) => `profiles/age=${label}/role=${role}`);
    book.atMost(names, [`before/profiles/role=${role}`]);
  }
  for (const { label, fromDays } of untouched) {
    const until = untilDays[ages.findIndex((age) => age.label === label)] ?? Infinity;
    const then = ages.filter((age, at) =>
      age.fromDays < until - elapsedDays && (untilDays[at] ?? 0) > fromDays - elapsedDays
    );
    book.atMost(
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
    book.atMost(younger, lately.flatMap((label) => [`created/${label}`, `changes/${label}`]));
    const within = monthsFrom((startMs) => startMs >= since);
    book.atMost(
      within.map((label) => `created/${label}`),
      [...younger, ...within.flatMap((label) => [`deleted/${label}`, `erased/profile/${label}`])],
    );
  }
}
