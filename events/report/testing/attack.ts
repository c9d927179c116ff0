/** Figures by name with their factors; together they make 0. */
export type Equation = ReadonlyMap<string, number>;

/**
 * Held figures that can be computed from known ones: every equation is solved for one of them, which
 * is put into all the others, and what then stands alone is known. Written apart from the product's
 * own elimination, with fractions instead of remainders.
 */
export function computable(
  equations: readonly Equation[],
  known: ReadonlyMap<string, number>,
  held: ReadonlySet<string>,
): string[] {
  const named = equations.filter((equation) =>
    [...equation.keys()].every((name) => known.has(name) || held.has(name))
  );
  let open = named.map((equation) =>
    new Map([...equation].filter(([name, factor]) => held.has(name) && factor !== 0))
  ).filter((equation) => equation.size > 0);
  const solved: Map<string, number>[] = [];
  while (open.length > 0) {
    const [equation, ...others] = open;
    const [name = "", factor = 1] = [...(equation ?? [])][0] ?? [];
    const unit = new Map([...(equation ?? [])].map(([one, its]) => [one, its / factor]));
    for (const [at, done] of solved.entries()) solved[at] = without(done, name, unit);
    solved.push(unit);
    open = others.map((other) => without(other, name, unit)).filter(({ size }) => size > 0);
  }
  return solved.flatMap((equation) => equation.size === 1 ? [...equation.keys()] : []);
}

function without(
  equation: ReadonlyMap<string, number>,
  name: string,
  unit: ReadonlyMap<string, number>,
): Map<string, number> {
  const factor = equation.get(name) ?? 0;
  if (factor === 0) return new Map(equation);
  const result = new Map(equation);
  for (const [one, its] of unit) {
    const left = (result.get(one) ?? 0) - factor * its;
    if (Math.abs(left) < 1e-9) result.delete(one);
    else result.set(one, left);
  }
  return result;
}
