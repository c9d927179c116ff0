import { nothingSet, type ProgramSettings } from "../../../events/program/settings.ts";
import { isLoopback } from "../../config/loopback.ts";
import { settingNames, settingWords } from "../../contract/settings.ts";
import { brandOf } from "../../program/brand.ts";
import { admissionOf, type SettingVariables } from "../../program/settings-view.ts";
import type { Check, DoctorContext, Findings } from "./finding.ts";

/** Where each variable that is set comes from; never its value. */
export function saySources(
  process: Readonly<Record<string, string | undefined>>,
  file: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
  say: Findings,
): void {
  const isSet = (values: typeof file, name: string) => (values[name] ?? "").trim() !== "";
  const known = names.flatMap((name) => [name, `${name}_FILE`]);
  const fromProcess = known.filter((name) => isSet(process, name));
  const fromFile = known.filter((name) => isSet(file, name) && !fromProcess.includes(name));
  const listed = (found: readonly string[]) => found.length === 0 ? "nothing" : found.join(", ");
  say.ok(
    `from the environment: ${listed(fromProcess)}; from .env: ${listed(fromFile)}; ` +
      "all others have their defaults",
  );
}

export const checkConfiguration: Check = async ({ environment, opened }, say) => {
  const { warnings, appEnv, appOrigin, trustedProxies } = environment;
  const set = opened?.readModel.settings.current() ?? nothingSet;
  const { isNamed, programName, universityName, supportEmail } = brandOf(set, environment);
  const { by: { value: admission, from } } = admissionOf(set, environment);
  for (const text of warnings) say.warn(text, "correct it; .env.example describes it");
  if (appEnv !== "production") {
    say.warn(
      `APP_ENV is ${appEnv}`,
      "remove it on a site that real people use: development mode shows secret links",
    );
  }
  if (appOrigin === undefined) {
    say.warn(
      "APP_ORIGIN is not set: only this machine can use the service",
      "set it to the address people type, such as https://alumni.example.edu",
    );
  } else {
    say.ok(`people reach it at ${appOrigin}`);
  }
  const isPublic = appOrigin !== undefined && !isLoopback(new URL(appOrigin).hostname);
  if (isPublic && trustedProxies.length === 0) {
    say.warn(
      "TRUSTED_PROXY is not set: rate limits treat everyone behind the reverse proxy as one visitor",
      "set it to the proxy's address or network",
    );
  }
  if (isPublic && !isNamed) {
    say.warn(
      `the program has no name of its own. People read ${programName.value} Army ROTC, ` +
        universityName.value,
      "staff set it under Program, Settings; or set PROGRAM_NAME",
    );
  }
  if (isPublic && supportEmail.from === "default") {
    say.warn(
      `the support address is ${supportEmail.value}, which no one reads`,
      "staff set it under Program, Settings; or set SUPPORT_EMAIL",
    );
  }
  sayOutvoted(set, environment, say);
  if (isPublic && admission === "open") {
    const whoGetsIn = from === "staff" ? "Staff set who gets in to open" : "ADMISSION is open";
    say.warn(
      `${whoGetsIn}: anyone who finds the site can register and see every visible profile`,
      'set it to confirmed, approved or invited; "Who gets in" in OPERATING.md says what follows',
    );
  }
  if (await hasNoStaff(opened)) {
    say.warn(
      `no one is staff yet${admission === "approved" ? ", so no one can approve people" : ""}`,
      'open the link that the service printed when it started, or run "npm run admin -- first-staff"',
    );
  } else {
    say.ok("the program has staff");
  }
};

function sayOutvoted(set: ProgramSettings, variables: SettingVariables, say: Findings): void {
  const { admission, ...brand } = variables;
  const own = { ...set.brand, ...set };
  const said = { ...brand, admission: admission?.by, admissionDomains: admission?.domains };
  for (const name of settingNames) {
    const [wish, variable] = [own[name] ?? undefined, said[name]];
    if (wish === undefined || variable === undefined || String(wish) === String(variable)) continue;
    if (name === "admission" && admissionOf(set, variables).by.from === "staff") {
      say.warn(
        "ADMISSION is set, but staff had chosen that fewer people get in, so theirs counts",
        "set ADMISSION to what staff chose, or remove it to let them decide",
      );
      continue;
    }
    const { variable: wins } = settingWords[name];
    say.warn(
      `${wins} is set, so what staff chose in the browser doesn't count`,
      `remove ${wins} to let staff decide`,
    );
  }
}

/** Not where that cannot be said: without databases, or with tables of another version. */
async function hasNoStaff(opened: DoctorContext["opened"]): Promise<boolean> {
  if (opened === undefined || !await opened.readModel.isOwn()) return false;
  return (await opened.readModel.people.staff()).length === 0;
}
