/**
 * Lists known advisories about packages that are shipped, as `npm audit` has them: `npm run advisories`.
 *
 * It ends with 0 when none of them is high or critical, with 1 when one is, and with 2 when the package registry did
 * not answer, so that nothing is known.
 *
 * @module
 */
interface Vulnerability {
  readonly severity: string;
  readonly range: string;
  readonly via: readonly (string | { readonly title: string; readonly url: string })[];
}

const { stdout } = await new Deno.Command("npm", {
  args: ["audit", "--json", "--omit=dev"],
  stderr: "null",
  signal: AbortSignal.timeout(60_000),
}).output();
const { vulnerabilities } = JSON.parse(new TextDecoder().decode(stdout) || "{}");
if (vulnerabilities === undefined) {
  console.log("advisories: unknown, the package registry did not answer. Run this again later");
  Deno.exit(2);
}
const all = Object.entries<Vulnerability>(vulnerabilities);
for (const [name, { severity, range, via }] of all) {
  const reasons = via.map((about) =>
    typeof about === "string" ? `through ${about}` : `${about.title} ${about.url}`
  );
  console.log(`${severity}: ${name} ${range} ${reasons.join("; ")}`);
}
const grave = all.filter(([, { severity }]) => /^(high|critical)$/.test(severity));
console.log(
  `advisories: ${all.length} about what is shipped, of them ${grave.length} high or critical`,
);
Deno.exit(grave.length === 0 ? 0 : 1);
