/**
 * Lists known advisories about installed packages, as `npm audit` has them.
 *
 *     npm run advisories
 *
 * It ends with 0 when nothing that is shipped has a high or critical advisory, with 1 when something has, and with
 * 2 when the package registry did not answer, so that nothing is known.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

interface Vulnerability {
  readonly name: string;
  readonly severity: string;
  readonly range: string;
  readonly via: readonly (string | { readonly title: string; readonly url: string })[];
}

type Found = Readonly<Record<string, Vulnerability>>;

const shipped = await audit(["--omit=dev"]);
const all = await audit([]);
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
console.log(
  `advisories: ${
    Object.keys(all).length
  }, of them ${grave.length} high or critical in what is shipped`,
);
Deno.exit(grave.length === 0 ? 0 : 1);

/** `undefined` when the registry does not answer. */
async function audit(options: readonly string[]): Promise<Found | undefined> {
  const child = spawn("npm", ["audit", "--json", ...options], {
    cwd: fileURLToPath(new URL("..", import.meta.url)),
    stdio: ["ignore", "pipe", "ignore"],
    timeout: 60_000,
  });
  const chunks: Buffer[] = [];
  child.stdout?.on("data", (chunk) => chunks.push(chunk));
  await new Promise((resolve) => child.once("close", resolve).once("error", resolve));
  try {
    return JSON.parse(Buffer.concat(chunks).toString()).vulnerabilities;
  } catch {
    return undefined;
  }
}
