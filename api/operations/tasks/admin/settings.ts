import { fieldMessages } from "../../../../events/members/profile.ts";
import type { SettingsCommand } from "../../../../events/program/decide-settings.ts";
import { type LimitName, limitNames, programLimits } from "../../../../events/program/limits.ts";
import type { OwnTopic } from "../../../../events/program/settings.ts";
import { keyOf } from "../../../../events/program/topics.ts";
import {
  type Setting,
  type SettingName,
  settingNames,
  settingsInput,
  type SettingsView,
  settingWords,
} from "../../../contract/settings.ts";
import { installationSettings, refuseFixed, settingsView } from "../../../program/settings-view.ts";
import { onData } from "../command.ts";
import { operatorCause } from "../decision.ts";
import { flag, text } from "../options.ts";
import { TaskError } from "../task.ts";

/** Options of the limits: `openRequests` is `--open-requests`. */
const optionOf = (name: LimitName) =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The page's forms, and the option for each field. An empty field means the default. */
const forms: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  brand: {
    programName: "program-name",
    universityName: "university-name",
    brandColor: "brand-color",
  },
  support: { supportEmail: "support-email" },
  admission: { admission: "admission", admissionDomains: "admission-domains" },
  limits: Object.fromEntries(limitNames.map((name) => [name, optionOf(name)])),
};

/** Forms that are sent whole: a field without its option is empty. */
const wholeForms: typeof forms = {
  "add-topic": { label: "add-topic" },
  "rename-topic": { id: "rename-topic", label: "to" },
  "withdraw-topic": { id: "withdraw-topic" },
  "offer-topic": { id: "offer-topic" },
  announce: { text: "announce", until: "until" },
};

const fields = [forms, wholeForms].flatMap(Object.values).flatMap(Object.entries<string>);
const optionTexts = Object.fromEntries(fields.map(([, option]) => [option, text] as const));

type Given = Readonly<Record<string, string | undefined>>;

export const settings = onData({
  summary: "show or change what staff set in the browser",
  help: `Show the program's settings, or change them as staff do under Program, Settings.

  npm run admin -- settings                           show the current settings; --json as JSON
  npm run admin -- settings --program-name TCU --university-name "Texas Christian University"
  npm run admin -- settings --brand-color "#4d1979"   staff upload the logo in the browser
  npm run admin -- settings --admission approved      or open, confirmed, invited: who gets in
  npm run admin -- settings --admission default       remove what was set
  npm run admin -- settings --admission-domains example.edu,example.org
  npm run admin -- settings --support-email rotc@example.edu
  npm run admin -- settings --open-requests 3 --requests-a-week 6
  npm run admin -- settings --announce "Dining-in on Friday" --until 2027-03-31
  npm run admin -- settings --end-announcement
  npm run admin -- settings --add-topic "Civil Affairs"
  npm run admin -- settings --rename-topic "Civil Affairs" --to "Civil Affairs and PSYOP"
  npm run admin -- settings --withdraw-topic "Civil Affairs"
  npm run admin -- settings --offer-topic "Civil Affairs"

Limits: ${limitNames.map(optionOf).join(", ")}.
Members can't choose a withdrawn topic anymore. Profiles that have it keep it. You can't change a
setting here while its variable is set on the server: PROGRAM_NAME, UNIVERSITY_NAME, BRAND_COLOR,
LOGO_FILE, SUPPORT_EMAIL, ADMISSION, ADMISSION_DOMAINS. The history shows your changes as an
operator's. The service can keep running. It applies this within a second.`,
  options: { ...optionTexts, "end-announcement": flag },
  async run({ environment, readModel, settings }, given) {
    const { "end-announcement": ends, json: _, ...texts } = given;
    const sent = [...sentIn(texts as Given), ...ends ? [{ does: "end-announcement" }] : []];
    const { topics } = readModel.settings.current();
    const command = combined(sent.map((form) => commandOf(form, topics)));
    if (command !== undefined) {
      refuseFixed(command, environment);
      await settings.execute(command, operatorCause());
    }
    const view = settingsView(readModel.settings, installationSettings(environment));
    return { json: view, words: wordsOf(view) };
  },
});

type Form = Readonly<Record<string, string>> & { readonly does: string };

function sentIn(given: Given): Form[] {
  const sent: Form[] = [];
  for (const [does, options] of Object.entries({ ...forms, ...wholeForms })) {
    const texts = Object.entries(options).map(([field, option]) => [field, given[option]] as const);
    if (texts.every(([, value]) => value === undefined)) continue;
    const isWhole = does in wholeForms;
    const filled = texts.filter(([, value]) => isWhole || value !== undefined)
      .map(([field, value = ""]) => [field, !isWhole && value === "default" ? "" : value]);
    sent.push({ ...Object.fromEntries(filled), does });
  }
  return sent;
}

/** One command for all changes: either all are recorded, or none. */
function combined(commands: readonly SettingsCommand[]): SettingsCommand | undefined {
  const [first, ...others] = commands;
  if (others.length === 0) return first;
  return commands.reduce((all, one) => {
    if (all.type === "ChangeSettings" && one.type === "ChangeSettings") return { ...all, ...one };
    throw new TaskError("Change topics and the announcement one at a time. Nothing was done");
  });
}

function commandOf(form: Form, topics: readonly OwnTopic[]): SettingsCommand {
  const named = form.id === undefined ? form : { ...form, id: topicIn(topics, form.id).id };
  const read = settingsInput(new Date()).safeParse(named);
  if (read.success) return read.data;
  const options = new Map([...fields, ["label", ""]].map(([field, option]) => [
    field,
    option ? `--${option}` : "The topic's name",
  ]));
  throw new TaskError(
    Object.entries(fieldMessages(read.error))
      .map(([field, message]) => `${options.get(field)}: ${message}`).join("\n"),
  );
}

function topicIn(topics: readonly OwnTopic[], wanted: string): OwnTopic {
  const found = topics.find(({ id, label }) => id === wanted || keyOf(label) === keyOf(wanted));
  if (found !== undefined) return found;
  const own = topics.length === 0
    ? "It has none"
    : `Its topics are ${topics.map(({ label }) => `"${label}"`).join(", ")}`;
  throw new TaskError(`The program has no help topic "${wanted}" of its own. ${own}`);
}

function wordsOf(
  { limits, topics, announcement, ...view }: SettingsView,
): string {
  const lines = [
    ...settingNames.map((name) =>
      lineOf(settingWords[name].label, textsOf(view[name]), settingWords[name].variable)
    ),
    ...limitNames.map((name) =>
      lineOf(programLimits[name].label, limits[name], programLimits[name].variable)
    ),
    ...topics.map(({ id, label, isOffered }) =>
      `Help topic: ${label} (${id}${isOffered ? "" : ", withdrawn"})`
    ),
    announcement === null
      ? "No announcement"
      : `Announcement until ${announcement.until}: ${announcement.text}`,
  ];
  return lines.join("\n");
}

function textsOf({ set, installation, from }: SettingsView[SettingName]): Setting<string> {
  const textOf = (value: string | readonly string[] | null) =>
    value === null ? "the product's own" : [value].flat().join(", ") || "none";
  return { set: set && textOf(set), installation: textOf(installation), from };
}

function lineOf<T>(label: string, { set, installation, from }: Setting<T>, variable: string) {
  switch (from) {
    case "variable":
      return `${label}: ${installation} (set by ${variable} on the server)`;
    case "staff":
      return `${label}: ${set} (set by staff)`;
    case "default":
      return `${label}: ${installation} (the default, or ${variable})`;
  }
}
