/**
 * Whether an SPDX expression can be fulfilled with these licences alone: of `OR` one side is enough, of `AND` both are
 * needed. Licences become 1 or 0, and operators are worked out until one figure is left.
 *
 * @see {@link https://spdx.github.io/spdx-spec/v2.3/SPDX-license-expressions/}
 */
export function isAccepted(expression: string, licences: readonly string[]): boolean {
  const operators: Readonly<Record<string, string>> = { AND: "&", OR: "|", "(": "(", ")": ")" };
  let left = (expression.match(/[()]|[^\s()]+/g) ?? [])
    .map((token) => operators[token.toUpperCase()] ?? Number(licences.includes(token))).join("");
  for (let before = ""; before !== left;) {
    before = left;
    left = left.replace(/\((\d)\)/, "$1")
      .replace(/(\d)&(\d)/, (_, one, other) => String(one & other))
      .replace(/(?<!&)(\d)\|(\d)(?!&)/, (_, one, other) => String(one | other));
  }
  return left === "1";
}
