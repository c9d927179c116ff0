/**
 * Lists known advisories about installed packages, as `npm audit` has them: `npm run advisories`.
 *
 * It ends with 0 when nothing that is shipped has a high or critical advisory, with 1 when something has, and with
 * 2 when the package registry did not answer, so that nothing is known.
 *
 * @module
 */
interface Vulnerability {
  readonly severity: string;
  readonly range: string;
  readonly via: readonly (string | { readonly title: string; readonly url: string })[];
}

const shipped = await audit("--omit=dev");
const all = await audit();
if (shipped === undefined || all === undefined) {
  console.log("advisories: unknown, the package registry did not answer. Run this again later");
  Deno.exit(2);
}
for (const [name, { severity, range, via }] of Object.entries(all)) {
  const reasons = via.map((about) =>
    typeof about === "string" ? `through ${about}` : `${about.title} ${about.url}`
  );
  const where = name in shipped ? "shipped" : "development";
  const what = [name, range, reasons.join("; ")].filter((part) => part !== "").join(" ");
  console.log(`${severity}, ${where}: ${what}`);
}
const grave = Object.values(shipped).filter(({ severity }) => /^(high|critical)$/.test(severity));
const count = Object.keys(all).length;
console.log(`advisories: ${count}, of them ${grave.length} high or critical in what is shipped`);
Deno.exit(grave.length === 0 ? 0 : 1);

/** `undefined` when the registry does not answer. */
async function audit(
  ...options: readonly string[]
): Promise<Readonly<Record<string, Vulnerability>> | undefined> {
  const { stdout } = await new Deno.Command("npm", {
    args: ["audit", "--json", ...options],
    cwd: new URL("..", import.meta.url),
    stderr: "null",
    signal: AbortSignal.timeout(60_000),
  }).output();
  try {
    return JSON.parse(new TextDecoder().decode(stdout)).vulnerabilities;
  } catch {
    return undefined;
  }
}
