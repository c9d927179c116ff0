/** What came of one point. */
export interface Tally {
  readonly kills: number;
  /** Acknowledged changes that were looked at for the first time after one of these kills. */
  readonly checked: number;
  readonly failures: number;
}

const nothing: Tally = { kills: 0, checked: 0, failures: 0 };

export function addTo(tallies: Map<string, Tally>, name: string, more: Tally): void {
  const { kills, checked, failures } = tallies.get(name) ?? nothing;
  tallies.set(name, {
    kills: kills + more.kills,
    checked: checked + more.checked,
    failures: failures + more.failures,
  });
}

/** A line for each point by name, and one for all. */
export function formatTable(tallies: ReadonlyMap<string, Tally>): string {
  const all = new Map<string, Tally>();
  const wordsOf = (name: string) => name.split(" ").slice(1).join(" ");
  const byStep = [...tallies].sort(([one], [other]) => wordsOf(one) < wordsOf(other) ? -1 : 1);
  for (const [, tally] of byStep) addTo(all, "all", tally);
  const rows = [
    ["point", "kills", "acknowledged changes checked", "failures"],
    ...[...byStep, ...all].map(([name, { kills, checked, failures }]) =>
      [name, kills, checked, failures].map(String)
    ),
  ];
  const widths = [0, 1, 2, 3].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) =>
    row.map((cell, at) => at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))
      .join("  ")
  ).join("\n");
}
