import { staffOf } from "../../../events/read/program-people.ts";
import { nothingSet } from "../../../events/program/settings.ts";
import { isLoopback } from "../../config/loopback.ts";
import { about, type Check, type DoctorContext, type Finding } from "./finding.ts";

const { ok, warn } = about("configuration");

/** Where each variable that is set comes from; never its value. */
export function sources(
  process: Readonly<Record<string, string | undefined>>,
  file: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): Finding {
  const isSet = (values: typeof file, name: string) => (values[name] ?? "").trim() !== "";
  const known = names.flatMap((name) => [name, `${name}_FILE`]);
  const fromProcess = known.filter((name) => isSet(process, name));
  const fromFile = known.filter((name) => isSet(file, name) && !fromProcess.includes(name));
  const listed = (found: readonly string[]) => found.length === 0 ? "nothing" : found.join(", ");
  return ok(
    `from the environment: ${listed(fromProcess)}; from .env: ${listed(fromFile)}; ` +
      "all others have their defaults",
  );
}

export const checkConfiguration: Check = async ({ environment, opened }) => {
  const { warnings, appEnv, cadreCode, appOrigin, trustedProxies } = environment;
  // What staff have set goes before the variables.
  const set = opened?.readModel.settings.current() ?? nothingSet;
  const admission = set.admission ?? environment.admission.by;
  const supportEmail = set.supportEmail ?? environment.supportEmail;
  const unnamed = environment.unnamed.filter((name) =>
    name !== "SUPPORT_EMAIL" || set.supportEmail === null
  );
  const whoGetsIn = set.admission === null
    ? `ADMISSION is ${admission}`
    : `Staff let in: ${admission}`;
  const isPublic = appOrigin !== undefined && !isLoopback(new URL(appOrigin).hostname);
  return [
    ...warnings.map((text) => warn(text, "set what is meant; .env.example describes it")),
    ...appEnv === "production" ? [] : [
      warn(
        `APP_ENV is ${appEnv}`,
        "leave it out where real people use it: development shows links",
      ),
    ],
    appOrigin === undefined
      ? warn(
        "APP_ORIGIN is not set: only this machine can use the service",
        "set it to the address people type, such as https://alumni.example.edu",
      )
      : ok(`people reach it at ${appOrigin}`),
    ...isPublic && trustedProxies.length === 0
      ? [warn(
        "TRUSTED_PROXY is not set: rate limits take the reverse proxy for one visitor",
        "set it to the proxy's address or network",
      )]
      : [],
    ...isPublic && unnamed.length > 0
      ? [warn(
        `not set: ${unnamed.join(", ")}. People see ${environment.programName}, ` +
          `${environment.universityName}, and ${supportEmail} to write to`,
        "set what your program is called, and an address that somebody reads",
      )]
      : [],
    ...isPublic && admission === "open"
      ? [warn(
        `${whoGetsIn}: everybody who finds the address can register, and see every visible profile`,
        'set it to confirmed, approved or invited; "Who gets in" in OPERATING.md says what follows',
      )]
      : [],
    ...admission === "approved" && await hasNoStaff(opened)
      ? [warn(
        `${whoGetsIn}, and nobody is staff: who registers waits for ever`,
        'make somebody staff with "npm run admin -- confirm-cadre" or "grant-cadre"',
      )]
      : [],
    cadreCode === undefined
      ? warn(
        "CADRE_CODE is not set: anybody may choose the role cadre",
        'set it, or make staff cadre with "npm run admin -- grant-cadre"',
      )
      : ok("choosing the role cadre asks for CADRE_CODE"),
  ];
};

/** Not where that cannot be said: without databases, or with tables of another version. */
async function hasNoStaff(opened: DoctorContext["opened"]): Promise<boolean> {
  if (opened === undefined || !await opened.readModel.isOwn()) return false;
  return (await staffOf(opened.readModel.people)).length === 0;
}
