/**
 * Whether an SPDX expression can be fulfilled with these licences alone: of `OR` one side is enough,
 * of `AND` both are needed.
 *
 * @see {@link https://spdx.github.io/spdx-spec/v2.3/SPDX-license-expressions/}
 */
export function isAccepted(expression: string, licences: readonly string[]): boolean {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  const isNext = (word: string) => tokens[at]?.toUpperCase() === word && ++at > 0;

  function either(): boolean {
    let accepted = both();
    while (isNext("OR")) accepted = both() || accepted;
    return accepted;
  }

  function both(): boolean {
    let accepted = one();
    while (isNext("AND")) accepted = one() && accepted;
    return accepted;
  }

  function one(): boolean {
    if (!isNext("(")) return licences.includes(tokens[at++] ?? "");
    const accepted = either();
    return isNext(")") && accepted;
  }

  return either() && at === tokens.length;
}
