import { nothingSet, type ProgramSettings } from "../../../events/program/settings.ts";
import { isLoopback } from "../../config/loopback.ts";
import { settingNames, settingWords } from "../../contract/settings.ts";
import { brandOf } from "../../program/brand.ts";
import type { SettingVariables } from "../../program/installation-settings.ts";
import { admissionOf } from "../../program/settings-view.ts";
import type { Check, DoctorContext, Findings } from "./finding.ts";

/** Where each variable that is set comes from; never its value. */
export function addSources(
  process: Readonly<Record<string, string | undefined>>,
  file: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
  found: Findings,
): void {
  const isSet = (values: typeof file, name: string) => (values[name] ?? "").trim() !== "";
  const known = names.flatMap((name) => [name, `${name}_FILE`]);
  const fromProcess = known.filter((name) => isSet(process, name));
  const fromFile = known.filter((name) => isSet(file, name) && !fromProcess.includes(name));
  const listed = (set: readonly string[]) => set.join(", ") || "nothing";
  found.add("sources", { process: listed(fromProcess), file: listed(fromFile) });
}

export const checkConfiguration: Check = async ({ environment, opened }, found) => {
  const { warnings, appEnv, appOrigin, trustedProxies } = environment;
  const set = opened?.readModel.settings.current() ?? nothingSet;
  const { isNamed, programName, universityName, supportEmail } = brandOf(set, environment);
  const { by: { value: admission, from } } = admissionOf(set, environment);
  for (const text of warnings) found.add("configuration-warning", { text });
  if (appEnv !== "production") found.add("not-production", { appEnv });
  if (appOrigin === undefined) found.add("no-origin");
  else found.add("origin", { appOrigin });
  const isPublic = appOrigin !== undefined && !isLoopback(new URL(appOrigin).hostname);
  if (isPublic && trustedProxies.length === 0) found.add("no-proxy");
  if (isPublic && !isNamed) {
    found.add("no-name", { program: programName.value, university: universityName.value });
  }
  if (isPublic && supportEmail.from === "default") {
    found.add("no-support", { address: supportEmail.value });
  }
  addOutvoted(set, environment, found);
  if (isPublic && admission === "open") {
    const why = from === "staff" ? "Staff set who gets in to open" : "ADMISSION is open";
    found.add("open-admission", { why });
  }
  if (await hasNoStaff(opened)) {
    const consequence = admission === "approved" ? ", so no one can approve people" : "";
    found.add("no-staff", { consequence });
  } else {
    found.add("staff");
  }
};

/** Settings that staff chose, and a variable overrides. */
function addOutvoted(set: ProgramSettings, variables: SettingVariables, found: Findings): void {
  const { admission, ...brand } = variables;
  const own = { ...set.brand, ...set };
  const given = { ...brand, admission: admission?.by, admissionDomains: admission?.domains };
  for (const name of settingNames) {
    const [wish, value] = [own[name] ?? undefined, given[name]];
    if (wish === undefined || value === undefined || String(wish) === String(value)) continue;
    if (name === "admission" && admissionOf(set, variables).by.from === "staff") {
      found.add("admission-outvoted");
    } else {
      found.add("setting-outvoted", { variable: settingWords[name].variable });
    }
  }
}

/** False where it is unknown: without databases, or with tables of another version. */
async function hasNoStaff(opened: DoctorContext["opened"]): Promise<boolean> {
  if (opened === undefined || !await opened.readModel.isOwn()) return false;
  return (await opened.readModel.people.staff()).length === 0;
}
