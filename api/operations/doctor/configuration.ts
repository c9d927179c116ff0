import { nothingSet } from "../../../events/program/settings.ts";
import { isPublicOrigin } from "../../config/loopback.ts";
import { settingNames, settingWords } from "../../contract/settings.ts";
import { brandOf } from "../../program/brand.ts";
import { admissionOf, installationSettings, settingsView } from "../../program/settings-view.ts";
import type { Check } from "./finding.ts";

export const checkConfiguration: Check = async ({ environment, opened }, say) => {
  const { warnings, appEnv, appOrigin, trustedProxies } = environment;
  const settings = opened?.readModel.settings ?? { current: () => nothingSet };
  const set = settings.current();
  const { isNamed, programName, universityName, supportEmail } = brandOf(set, environment);
  const { by: { value: admission, from } } = admissionOf(set, environment);
  for (const text of warnings) say.warn(text, "correct it; .env.example describes it");
  if (appOrigin !== undefined) say.ok(`people reach it at ${appOrigin}`);
  const isPublic = isPublicOrigin(appOrigin);
  const whoGetsIn = from === "staff" ? "Staff set who gets in to open" : "ADMISSION is open";
  const unwise: readonly (readonly [is: boolean, what: string, todo: string])[] = [
    [
      appEnv !== "production",
      `APP_ENV is ${appEnv}`,
      "remove it on a site that real people use: development mode shows secret links",
    ],
    [
      appOrigin === undefined,
      "APP_ORIGIN is not set: only this machine can use the service",
      "set it to the address people type, such as https://alumni.example.edu",
    ],
    [
      isPublic && trustedProxies.length === 0,
      "TRUSTED_PROXY is not set: rate limits treat everyone behind the reverse proxy as one visitor",
      "set it to the proxy's address or network",
    ],
    [
      isPublic && !isNamed,
      `the program has no name of its own. People read ${programName.value} Army ROTC, ` +
      universityName.value,
      "staff set it under Program, Settings; or set PROGRAM_NAME",
    ],
    [
      isPublic && supportEmail.from === "default",
      `the support address is ${supportEmail.value}, which no one reads`,
      "staff set it under Program, Settings; or set SUPPORT_EMAIL",
    ],
    [
      isPublic && admission === "open",
      `${whoGetsIn}: anyone who finds the site can register and see every visible profile`,
      'set it to confirmed, approved or invited; "Who gets in" in OPERATING.md says what follows',
    ],
    [
      environment.admission.by !== undefined && from === "staff",
      "ADMISSION is set, but staff had chosen that fewer people get in, so theirs counts",
      "set ADMISSION to what staff chose, or remove it to let them decide",
    ],
  ];
  for (const [is, what, todo] of unwise) if (is) say.warn(what, todo);
  const view = settingsView(settings, installationSettings(environment));
  for (const name of settingNames) {
    const { set, installation, from } = view[name];
    if (set === null || from !== "variable" || String(set) === String(installation)) continue;
    const { variable } = settingWords[name];
    say.warn(
      `${variable} is set, so what staff chose in the browser doesn't count`,
      `remove ${variable} to let staff decide`,
    );
  }
  // Unknown without databases, or with another version's read tables.
  if (opened === undefined || !await opened.readModel.isCurrentProjection()) return;
  if ((await opened.readModel.people.staff()).length === 0) {
    say.warn(
      `no one is staff yet${admission === "approved" ? ", so no one can approve people" : ""}`,
      'open the link that the service printed when it started, or run "npm run admin -- first-staff"',
    );
  } else say.ok("the program has staff");
};
