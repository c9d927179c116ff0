/**
 * An attack on printed reports by whoever knows what every figure counts. It shares no code and no list of
 * sums with the product: of each figure it says which members it counts, by their properties; every kind of
 * member that there can be is a variable; and a solver finds the least and the most that a figure can be.
 *
 * @module
 */
import * as solver from "highs";

// Its types say otherwise, but what is loaded is the default export.
const highs = await (solver.default as unknown as () => Promise<Highs>)();

/** Printed figures of one cycle by `table|row|column`; `undefined` where one is held back. */
export type Printed = ReadonlyMap<string, number | undefined>;

export interface Found {
  readonly figure: string;
  readonly cycle: number;
  readonly least: number;
  readonly most: number;
}

interface Highs {
  solve(problem: string, options: { readonly presolve: "on" }): {
    readonly Status: string;
    readonly Columns: Readonly<Record<string, { readonly Primal?: number }>>;
  };
}

type Kind = Readonly<Record<string, string>>;
type Terms = Map<string, number>;

const roles = ["none", "cadet", "alumni", "cadre"];
const labels: Readonly<Record<string, string>> = {
  none: "No role yet",
  cadet: "Cadet",
  alumni: "Alumni",
  cadre: "Cadre",
};
const ages = [
  "Under 30 days",
  "30 to 89 days",
  "90 to 179 days",
  "180 to 364 days",
  "365 to 729 days",
  "730 days and more",
];
const stepColumns = ["Registered", "Role chosen", "Profile created", "Visible", "Still there"];
const eventColumns: Readonly<Record<string, string>> = {
  created: "freshness-by-month|Profiles created",
  changes: "freshness-by-month|Changes",
  hidden: "retention-by-month|Hidden",
  shown: "retention-by-month|Shown again",
  deleted: "retention-by-month|Profile deleted",
  erased: "retention-by-month|Account erased",
  graduates: "cohorts-graduates|Cadets who became alumni",
};

const requestColumns = ["Asked", "Accepted", "Declined", "Withdrawn", "Expired"];

/** All combinations of properties that there can be. */
function kindsOf(
  properties: Readonly<Record<string, readonly string[]>>,
  isPossible: (kind: Kind) => boolean = () => true,
): Kind[] {
  let kinds: Kind[] = [{}];
  for (const [name, values] of Object.entries(properties)) {
    kinds = kinds.flatMap((kind) => values.map((value) => ({ ...kind, [name]: value })));
  }
  return kinds.filter(isPossible);
}

/** What a member can be at the end of a cycle. */
const members = kindsOf({
  was: ["new", ...roles],
  step: ["-", "0", "1", "2", "3", "4"],
  role: roles,
  end: ["erased", "without", "hidden", "visible"],
  helps: ["yes", "no"],
}, ({ was, step = "", role, end = "", helps }) => {
  if ((was === "new") !== (step !== "-")) return false;
  if (was === "new" && (step === "0") !== (role === "none")) return false;
  if (was !== "new" && was !== "none" && role === "none") return false;
  if (role === "none" && isProfile(end)) return false;
  if (helps === "yes" && (role !== "alumni" || end !== "visible")) return false;
  const ends: Readonly<Record<string, readonly string[]>> = {
    "0": ["erased", "without"],
    "1": ["erased", "without"],
    "2": ["erased", "without", "hidden"],
    "3": ["erased", "without"],
    "4": ["hidden", "visible"],
  };
  return ends[step]?.includes(end) ?? true;
});

function isProfile(end: string | undefined): boolean {
  return end === "hidden" || end === "visible";
}

/** Some members with some of their properties. */
interface View {
  readonly name: string;
  readonly kinds: readonly Kind[];
}

/** What one cycle's reports are about, as variables of a linear program. */
class CycleModel {
  readonly lines: string[] = [];
  readonly figures = new Map<string, Terms>();
  readonly core: View;
  /** Sums that go on into the next cycle: requests that are open, what was accepted so far. */
  readonly stocks = new Map<string, Terms>();

  constructor(readonly cycle: number, readonly printed: Printed, before: CycleModel | undefined) {
    this.core = { name: `c${cycle}`, kinds: members };
    for (const role of roles) {
      const was = this.count(this.core, (kind) => kind.was === role);
      const then = before?.count(
        before.core,
        (kind) => kind.role === role && kind.end !== "erased",
      );
      this.equal(was, then ?? new Map());
    }
    this.defineFunnel();
    this.defineCohorts();
    this.defineSupply();
    this.defineFreshness();
    this.defineEvents(before);
    this.defineRequests(before);
    this.defineReach(before);
    this.defineMentors();
    this.defineSummary();
  }

  count(view: View, isCounted: (kind: Kind) => boolean): Terms {
    return new Map(
      view.kinds.flatMap((kind, at) => isCounted(kind) ? [[`${view.name}_${at}`, 1] as const] : []),
    );
  }

  equal(one: Terms, other: Terms): void {
    this.lines.push(`${textOf(sum(one, scaled(other, -1)))} = 0`);
  }

  atMost(one: Terms, other: Terms): void {
    this.lines.push(`${textOf(sum(one, scaled(other, -1)))} <= 0`);
  }

  /** A view of those members that `isIn`, who are as many by each of the properties it shares. */
  view(
    name: string,
    kinds: readonly Kind[],
    of: View,
    isIn: (kind: Kind) => boolean = () => true,
  ): View {
    const view = { name: `${name}${this.cycle}`, kinds };
    const shared = Object.keys(kinds[0] ?? {}).filter((key) => key in (of.kinds[0] ?? {}));
    const partOf = (kind: Kind) => shared.map((key) => kind[key]).join("|");
    for (const part of new Set([...kinds, ...of.kinds.filter(isIn)].map(partOf))) {
      this.equal(
        this.count(view, (kind) => partOf(kind) === part),
        this.count(of, (kind) => isIn(kind) && partOf(kind) === part),
      );
    }
    return view;
  }

  define(figure: string, terms: Terms): void {
    if (this.printed.has(figure)) this.figures.set(figure, terms);
  }

  rowsOf(table: string): string[] {
    return [
      ...new Set(
        [...this.printed.keys()].filter((key) => key.startsWith(`${table}|`))
          .map((key) => key.split("|")[1] ?? ""),
      ),
    ].filter((row) => row !== "Total");
  }

  columnsOf(table: string): string[] {
    return [
      ...new Set(
        [...this.printed.keys()].filter((key) => key.startsWith(`${table}|`))
          .map((key) => key.split("|")[2] ?? ""),
      ),
    ].filter((column) => column !== "Total");
  }

  defineFunnel(): void {
    const months = this.rowsOf("funnel-by-month");
    const kinds = kindsOf({ step: ["0", "1", "2", "3", "4"], month: months });
    const view = this.view("m", kinds, this.core, ({ was }) => was === "new");
    for (const [step, column] of stepColumns.entries()) {
      const isFar = (kind: Kind) => kind.step !== "-" && Number(kind.step) >= step;
      for (const month of months) {
        const terms = this.count(view, (kind) => kind.month === month && isFar(kind));
        this.define(`funnel-by-month|${month}|${column}`, terms);
      }
      const all = this.count(this.core, isFar);
      this.define(`funnel-by-month|Total|${column}`, all);
      this.define(`funnel-by-role|Total|${column}`, all);
      for (const role of roles) {
        const terms = this.count(this.core, (kind) => kind.role === role && isFar(kind));
        this.define(`funnel-by-role|${labels[role]}|${column}`, terms);
      }
    }
  }

  defineCohorts(): void {
    const table = "cohorts-by-role";
    for (const role of [...roles, undefined]) {
      const row = role === undefined ? "Total" : labels[role];
      const isIn = (kind: Kind) => role === undefined || kind.role === role;
      this.define(
        `${table}|${row}|Members`,
        this.count(this.core, (kind) => isIn(kind) && kind.end !== "erased"),
      );
      this.define(
        `${table}|${row}|With a profile`,
        this.count(this.core, (kind) => isIn(kind) && isProfile(kind.end)),
      );
    }
    const cross = "cohorts-by-duty-status-and-rank";
    const properties = { row: this.rowsOf(cross), column: this.columnsOf(cross) };
    const isIn = ({ end }: Kind) => isProfile(end);
    this.defineCross(cross, this.view("d", kindsOf(properties), this.core, isIn));
  }

  defineCross(table: string, view: View): void {
    for (const row of [...this.rowsOf(table), "Total"]) {
      for (const column of [...this.columnsOf(table), "Total"]) {
        this.define(
          `${table}|${row}|${column}`,
          this.count(
            view,
            (kind) =>
              (row === "Total" || kind.row === row) &&
              (column === "Total" || kind.column === column),
          ),
        );
      }
    }
  }

  /** In an order that is the same in every cycle. */
  topics(): string[] {
    return this.rowsOf("supply-by-topic").toSorted();
  }

  defineSupply(): void {
    const isIn = ({ end }: Kind) => isProfile(end);
    const cross = "cohorts-by-class-year-and-branch";
    const branches = [...new Set([...this.columnsOf(cross), ...this.rowsOf("supply-by-branch")])];
    const seen = new Set(this.columnsOf(cross));
    const byBranch = kindsOf(
      { role: roles.slice(1), helps: ["yes", "no"], column: branches },
      (kind) => (kind.helps === "no" || kind.role === "alumni") && seen.has(kind.column ?? ""),
    );
    const branchView = this.view("b", byBranch, this.core, isIn);
    const byYear = kindsOf({ row: this.rowsOf(cross), column: this.columnsOf(cross) });
    this.defineCross(cross, this.view("y", byYear, branchView));
    this.defineSupplyBy("branch", branchView);
    const isEither = (kind: Kind) => isIn(kind) && (kind.helps === "yes" || kind.role === "cadet");
    for (const property of ["industry", "region"]) {
      const values = this.rowsOf(`supply-by-${property}`);
      const kinds = kindsOf(
        { role: ["cadet", "alumni"], helps: ["yes", "no"], column: values },
        ({ role, helps }) => (role === "alumni") === (helps === "yes"),
      );
      this.defineSupplyBy(property, this.view(property.slice(0, 1), kinds, this.core, isEither));
    }
    const offers: Terms[] = [];
    for (const [at, topic] of this.topics().entries()) {
      const kinds = kindsOf(
        { role: ["cadet", "alumni"], helps: ["yes", "no"], names: ["yes", "no"] },
        ({ role, helps }) => (role === "alumni") === (helps === "yes"),
      );
      const view = this.view(`t${at}x`, kinds, this.core, isEither);
      const by = (role: string) =>
        this.count(view, (kind) => kind.role === role && kind.names === "yes");
      this.define(`supply-by-topic|${topic}|Alumni who can help`, by("alumni"));
      this.define(`supply-by-topic|${topic}|Cadets`, by("cadet"));
      offers.push(by("alumni"));
    }
    this.atMost(this.count(this.core, ({ helps }) => helps === "yes"), sum(...offers));
  }

  defineSupplyBy(property: string, view: View): void {
    const table = `supply-by-${property}`;
    const without = this.count(
      this.core,
      ({ role, end }) => role === "cadet" && end === "without",
    );
    for (const row of this.rowsOf(table)) {
      const isIn = (kind: Kind) => kind.column === row;
      const cadets = this.count(view, (kind) => isIn(kind) && kind.role === "cadet");
      const helpers = this.count(view, (kind) => isIn(kind) && kind.helps === "yes");
      this.define(`${table}|${row}|Alumni who can help`, helpers);
      this.define(`${table}|${row}|Cadets`, row === "Not given" ? sum(cadets, without) : cadets);
    }
    const isHere = ({ role, end }: Kind) => role === "cadet" && end !== "erased";
    this.define(`${table}|Total|Cadets`, this.count(this.core, isHere));
    const helpers = this.count(this.core, ({ helps }) => helps === "yes");
    this.define(`${table}|Total|Alumni who can help`, helpers);
    if (!this.rowsOf(table).includes("Not given")) this.equal(without, new Map());
  }

  defineFreshness(): void {
    const table = "freshness-by-age";
    const kinds = kindsOf({ role: roles.slice(1), row: ages });
    const view = this.view("a", kinds, this.core, ({ end }) => isProfile(end));
    for (const row of [...ages, "Total"]) {
      for (const role of [...roles.slice(1), "Total"]) {
        this.define(
          `${table}|${row}|${labels[role] ?? "Total"}`,
          this.count(
            view,
            (kind) =>
              (row === "Total" || kind.row === row) && (role === "Total" || kind.role === role),
          ),
        );
      }
    }
    // Nobody's profile is older than the program.
    const isOld = ({ row }: Kind) => /^(365|730)/.test(row ?? "");
    const stayed = this.count(this.core, ({ was, end }) => was !== "new" && isProfile(end));
    this.atMost(this.count(view, isOld), stayed);
    const isVisible = this.count(this.core, ({ end }) => end === "visible");
    const isHidden = this.count(this.core, ({ end }) => end === "hidden");
    this.define("retention-visibility|Visible|Profiles", isVisible);
    this.define("retention-visibility|Hidden|Profiles", isHidden);
    this.define("retention-visibility|Total|Profiles", sum(isVisible, isHidden));
  }

  /** Events by month and by role, and what members who are something must have done. */
  defineEvents(before: CycleModel | undefined): void {
    const all: Record<string, Terms> = {};
    for (const [type, place] of Object.entries(eventColumns)) {
      const [table = "", column = ""] = place.split("|");
      const months = this.rowsOf(table);
      const view = { name: `e${type}${this.cycle}`, kinds: months.map((month) => ({ month })) };
      for (const month of months) {
        const terms = this.count(view, (kind) => kind.month === month);
        this.define(`${table}|${month}|${column}`, terms);
      }
      const total = this.count(view, () => true);
      all[type] = total;
      this.define(`${table}|Total|${column}`, total);
      if (table !== "retention-by-month") continue;
      const byRole = { name: `r${type}${this.cycle}`, kinds: roles.map((role) => ({ role })) };
      for (const role of roles) {
        const terms = this.count(byRole, (kind) => kind.role === role);
        this.define(`retention-by-role|${labels[role]}|${column}`, terms);
        if (type !== "erased") continue;
        const erased = (kind: Kind) => kind.end === "erased" && kind.role === role;
        this.equal(terms, this.count(this.core, erased));
      }
      this.define(`retention-by-role|Total|${column}`, total);
      this.equal(this.count(byRole, () => true), total);
    }
    const {
      created = new Map(),
      deleted = new Map(),
      hidden = new Map(),
      shown = new Map(),
      erased = new Map(),
    } = all;
    const end = (isIn: (kind: Kind) => boolean) => this.count(this.core, isIn);
    const then = (isIn: (kind: Kind) => boolean) => before?.count(before.core, isIn) ?? new Map();
    this.atMost(end(({ step }) => ["2", "3", "4"].includes(step ?? "")), created);
    this.atMost(end(({ step }) => step === "2"), hidden);
    this.atMost(
      end(({ step, end }) => ["2", "3"].includes(step ?? "") && end === "without"),
      deleted,
    );
    const profiles = end((kind) => isProfile(kind.end));
    const profilesThen = then((kind) => isProfile(kind.end));
    this.atMost(profiles, sum(profilesThen, created, scaled(deleted, -1)));
    this.atMost(sum(profilesThen, created, scaled(deleted, -1), scaled(erased, -1)), profiles);
    const isHidden = (kind: Kind) => kind.end === "hidden";
    this.atMost(end(isHidden), sum(then(isHidden), hidden, scaled(shown, -1)));
    this.atMost(
      sum(then(isHidden), hidden, scaled(shown, -1), scaled(deleted, -1), scaled(erased, -1)),
      end(isHidden),
    );
  }

  /** Requests by month, role, wait, topic, branch and region: events, of which each needs one before it. */
  defineRequests(before: CycleModel | undefined): void {
    const table = "connections-by-month";
    const months = this.rowsOf(table);
    const totals: Terms[] = [];
    const byMonth: Terms[][] = months.map(() => []);
    for (const [at, column] of requestColumns.entries()) {
      const view = { name: `q${at}x${this.cycle}`, kinds: months.map((month) => ({ month })) };
      for (const [place, month] of months.entries()) {
        const terms = this.count(view, (kind) => kind.month === month);
        byMonth[place]?.push(terms);
        this.define(`${table}|${month}|${column}`, terms);
      }
      const total = this.count(view, () => true);
      totals.push(total);
      this.define(`${table}|Total|${column}`, total);
      this.defineParts(`connections-by-role`, column, total, `u${at}x`);
      if (column === "Accepted" || column === "Declined") {
        this.defineParts("connections-answers", column, total, `w${at}x`);
      }
    }
    let open = before?.stocks.get("open") ?? new Map();
    for (const [place, month] of months.entries()) {
      const [asked = new Map(), ...outcomes] = byMonth[place] ?? [];
      open = sum(open, asked, ...outcomes.map((terms) => scaled(terms, -1)));
      this.atMost(new Map(), open);
      this.define(`${table}|${month}|Open at the end`, open);
    }
    this.define(`${table}|Total|Open at the end`, open);
    this.stocks.set("open", open);
    const [asked = new Map(), accepted = new Map()] = totals;
    this.defineStock("accepted", before, accepted, new Map());
    for (const [at, topic] of this.topics().entries()) {
      const [named, agreed] = ["n", "g"].map((name): Terms =>
        new Map([[`${name}${at}x${this.cycle}`, 1]])
      ) as [Terms, Terms];
      this.define(`connections-by-topic|${topic}|Asked for`, named);
      this.define(`connections-by-topic|${topic}|Accepted`, agreed);
      this.atMost(named, asked);
      this.atMost(agreed, accepted);
      this.defineStock(topic, before, named, agreed);
    }
    for (const by of ["topic", "branch", "region"]) {
      for (const row of [...this.rowsOf(`connections-by-${by}`), "Total"]) {
        const helpers = this.figures.get(`supply-by-${by}|${row}|Alumni who can help`);
        const isNobody = helpers === undefined;
        const figure = `connections-by-${by}|${row}|Alumni who can help`;
        this.define(figure, isNobody ? new Map() : helpers);
      }
      if (by !== "topic") this.defineParts(`connections-by-${by}`, "Asked", asked, `z${by}`);
    }
    const feedback: Terms = new Map([[`fb${this.cycle}`, 1]]);
    this.defineParts("connections-helped", "Feedback", feedback, "h");
    this.defineStock("feedback", before, accepted, feedback);
  }

  /** The rows of a table add up to a total, each of them by itself. */
  defineParts(table: string, column: string, total: Terms, name: string): void {
    const rows = this.rowsOf(table);
    const view = { name: `${name}${this.cycle}`, kinds: rows.map((row) => ({ row })) };
    for (const row of rows) {
      this.define(`${table}|${row}|${column}`, this.count(view, (kind) => kind.row === row));
    }
    this.define(`${table}|Total|${column}`, total);
    this.equal(this.count(view, () => true), total);
  }

  /** What came so far without what went is never less than nothing. */
  defineStock(name: string, before: CycleModel | undefined, more: Terms, less: Terms): void {
    const stock = sum(before?.stocks.get(name) ?? new Map(), more, scaled(less, -1));
    this.atMost(new Map(), stock);
    this.stocks.set(name, stock);
  }

  /** Cadets who asked: each made a request, and is one of their class year. */
  defineReach(before: CycleModel | undefined): void {
    const table = "connections-reach";
    const rows = this.rowsOf(table);
    const kinds = kindsOf({ row: rows, talked: ["yes", "no"] });
    const view = { name: `k${this.cycle}`, kinds };
    const [asked, talked] = ["Cadets who asked", "Known to have talked"];
    for (const row of rows) {
      const all = this.count(view, (kind) => kind.row === row);
      this.define(`${table}|${row}|${asked}`, all);
      this.define(
        `${table}|${row}|${talked}`,
        this.count(view, (kind) => kind.row === row && kind.talked === "yes"),
      );
      const year = this.figures.get(`cohorts-by-class-year-and-branch|${row}|Total`);
      if (year !== undefined) this.atMost(all, year);
    }
    const cadets = (...ends: readonly string[]) =>
      this.count(this.core, ({ role, end = "" }) => role === "cadet" && ends.includes(end));
    const silent = this.count(view, ({ row }) => row === "Not given");
    this.atMost(silent, cadets("without"));
    this.atMost(this.count(view, ({ row }) => row !== "Not given"), cadets("hidden", "visible"));
    const all = this.count(view, () => true);
    const reached = this.count(view, (kind) => kind.talked === "yes");
    this.define(`${table}|Total|${asked}`, all);
    this.define(`${table}|Total|${talked}`, reached);
    this.atMost(all, this.figures.get("connections-by-role|Cadet|Asked") ?? all);
    this.atMost(reached, this.stocks.get("accepted") ?? before?.stocks.get("accepted") ?? reached);
  }

  /** Members with a role by what they say about requests. */
  defineMentors(): void {
    const table = "connections-mentors";
    const says = ["Taking requests", "Paused", "Not taking any"];
    const kinds = kindsOf({ role: roles.slice(1), says });
    const isIn = ({ role, end }: Kind) => role !== "none" && end !== "erased";
    const view = this.view("s", kinds, this.core, isIn);
    for (const column of says) {
      for (const role of [...roles.slice(1), "Total"]) {
        const terms = this.count(
          view,
          (kind) => kind.says === column && (role === "Total" || kind.role === role),
        );
        this.define(`${table}|${labels[role] ?? "Total"}|${column}`, terms);
      }
    }
  }

  /** Lines of the summary are the totals of the tables. */
  defineSummary(): void {
    const totals: Readonly<Record<string, string>> = {
      ...Object.fromEntries(stepColumns.map((step) => [step, `funnel-by-month|Total|${step}`])),
      "Members at the end": "cohorts-by-role|Total|Members",
      "Cadets": "cohorts-by-role|Cadet|Members",
      "Alumni": "cohorts-by-role|Alumni|Members",
      "Cadre": "cohorts-by-role|Cadre|Members",
      "Profiles at the end": "cohorts-by-role|Total|With a profile",
      "Cadets who became alumni": "cohorts-graduates|Total|Cadets who became alumni",
      "Alumni who can help": "supply-by-branch|Total|Alumni who can help",
      "Profiles created": "freshness-by-month|Total|Profiles created",
      "Changes to profiles": "freshness-by-month|Total|Changes",
      "Visible profiles at the end": "retention-visibility|Visible|Profiles",
      "Hidden profiles at the end": "retention-visibility|Hidden|Profiles",
      "Hidden": "retention-by-month|Total|Hidden",
      "Shown again": "retention-by-month|Total|Shown again",
      "Profile deleted": "retention-by-month|Total|Profile deleted",
      "Account erased": "retention-by-month|Total|Account erased",
      "Requests for help": "connections-by-month|Total|Asked",
      "Requests accepted": "connections-by-month|Total|Accepted",
      "Cadets who asked": "connections-reach|Total|Cadets who asked",
      "Feedback that it helped": "connections-helped|Yes|Feedback",
    };
    for (const [line, figure] of Object.entries(totals)) {
      const terms = this.figures.get(figure);
      if (terms !== undefined) this.define(`summary|${line}|Cycle ${this.cycle}`, terms);
    }
  }
}

function sum(...all: readonly Terms[]): Terms {
  const result: Terms = new Map();
  for (const terms of all) {
    for (const [name, factor] of terms) result.set(name, (result.get(name) ?? 0) + factor);
  }
  return result;
}

function scaled(terms: Terms, by: number): Terms {
  return new Map([...terms].map(([name, factor]) => [name, factor * by]));
}

function textOf(terms: Terms): string {
  const parts = [...terms].filter(([, factor]) => factor !== 0).map(([name, factor]) =>
    `${factor < 0 ? "-" : "+"} ${Math.abs(factor)} ${name}`
  );
  return parts.length === 0 ? "0 nobody" : parts.join(" ");
}

/** More than this many values are many. */
const enough = 3;

/**
 * What some held figures can be at least and at most, by all that is printed of the cycles. A figure of which
 * more than `enough` values besides the least are found is not looked at any further.
 *
 * @param targets Figures that are held back, by cycle.
 */
export function rangesOf(
  reports: ReadonlyMap<number, Printed>,
  targets: readonly { readonly cycle: number; readonly figure: string }[],
  random: () => number,
): Found[] {
  const models = new Map<number, CycleModel>();
  for (const [cycle, printed] of [...reports].sort(([one], [other]) => one - other)) {
    models.set(cycle, new CycleModel(cycle, printed, models.get(cycle - 1)));
  }
  const facts = [...models.values()].flatMap(({ lines, figures, printed }) => [
    ...lines,
    ...[...figures].flatMap(([figure, terms]) => {
      const value = printed.get(figure);
      return value === undefined ? [] : [`${textOf(terms)} = ${value}`];
    }),
  ]);
  const found = targets.flatMap(({ cycle, figure }) => {
    const terms = models.get(cycle)?.figures.get(figure);
    return terms === undefined ? [] : [{ cycle, figure, terms, least: Infinity, most: -Infinity }];
  });
  const names = found.map((_, at) => `x${at}`);
  const constraints = [...facts, ...found.map(({ terms }, at) => `${textOf(terms)} - x${at} = 0`)]
    .map((line, at) => ` f${at}: ${line}`).join("\n");
  const bounds = names.map((name) => ` ${name} <= 60`).join("\n");
  const solve = (goal: string) => {
    const { Status, Columns } = highs.solve(
      `Maximize\n goal: ${goal}\nSubject To\n${constraints}\nBounds\n${bounds}\nEnd`,
      { presolve: "on" },
    );
    if (Status !== "Optimal") throw new Error(`The reports contradict the attack: ${Status}`);
    for (const [at, one] of found.entries()) {
      const value = Columns[`x${at}`]?.Primal ?? NaN;
      if (value < one.least) one.least = value;
      if (value > one.most) one.most = value;
    }
  };
  const isNarrow = ({ least, most }: Found) => most - Math.max(1, least) < enough - 1e-6;
  for (let round = 0; round < 8; round++) {
    const open = names.filter((_, at) => round === 0 || isNarrow(found[at] as Found));
    if (open.length === 0) break;
    const sign = () => round === 0 ? "+" : round === 1 ? "-" : random() < 0.5 ? "+" : "-";
    solve(open.map((name) => `${sign()} ${name}`).join(" "));
  }
  for (const [at, one] of found.entries()) {
    if (isNarrow(one)) solve(`x${at}`);
    if (isNarrow(one)) solve(`- x${at}`);
  }
  return found;
}
