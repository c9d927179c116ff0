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
import { installationSettings } from "../../../program/installation-settings.ts";
import { refuseFixed, settingsView } from "../../../program/settings-view.ts";
import { defineCommand } from "../command.ts";
import { openData, type Opened } from "../opened.ts";
import { print } from "../print.ts";
import { TaskError } from "../task.ts";

/** Options of the limits: `openRequests` is `--open-requests`. */
const optionOf = (name: LimitName) =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const text = { type: "string" } as const;

export const settings = defineCommand({
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
  options: {
    "program-name": text,
    "university-name": text,
    "brand-color": text,
    "support-email": text,
    admission: text,
    "admission-domains": text,
    ...Object.fromEntries(limitNames.map((name) => [optionOf(name), text])) as Record<
      string,
      typeof text
    >,
    announce: text,
    until: text,
    "end-announcement": { type: "boolean" },
    "add-topic": text,
    "rename-topic": text,
    to: text,
    "withdraw-topic": text,
    "offer-topic": text,
    json: { type: "boolean" },
  },
  async run(options) {
    const { json, "end-announcement": ends, ...texts } = options as
      & { readonly json?: boolean; readonly "end-announcement"?: boolean }
      & Readonly<Record<string, string | undefined>>;
    const wanted = wishesIn(texts, ends ?? false);
    const data = await openData();
    await data.readModel.catchUp();
    try {
      const command = together(wanted.map((wish) => commandOf(wish, data)));
      if (command !== undefined) {
        refuseFixed(command, data.environment);
        const cause = { actorId: "operator", correlationId: crypto.randomUUID() };
        await data.settings.execute(command, { ...cause, causationId: cause.correlationId });
      }
      const view = settingsView(data.readModel.settings, installationSettings(data.environment));
      print(json, view, wordsOf(view));
    } finally {
      data.close();
    }
  },
});

/** One command of all: several are recorded together, or nothing is. */
function together(commands: readonly SettingsCommand[]): SettingsCommand | undefined {
  const [first, ...others] = commands;
  if (others.length === 0) return first;
  return commands.reduce((all, one) => {
    if (all.type === "ChangeSettings" && one.type === "ChangeSettings") return { ...all, ...one };
    throw new TaskError("Change topics and the announcement one at a time. Nothing was done");
  });
}

type Wish = Readonly<Record<string, string>> & { readonly does: string };

type Texts = Readonly<Record<string, string | undefined>>;

function wishesIn(texts: Texts, ends: boolean): Wish[] {
  const ofLimits = Object.fromEntries(limitNames.map((name) => [name, texts[optionOf(name)]]));
  const { admission } = texts;
  const wishes: (Wish | undefined)[] = [
    someOf("brand", {
      programName: texts["program-name"],
      universityName: texts["university-name"],
      brandColor: texts["brand-color"],
    }),
    someOf("support", { supportEmail: texts["support-email"] }),
    someOf("admission", { admission, admissionDomains: texts["admission-domains"] }),
    someOf("limits", ofLimits),
    allOf("add-topic", { label: texts["add-topic"] }),
    allOf("rename-topic", { id: texts["rename-topic"], label: texts.to }),
    allOf("withdraw-topic", { id: texts["withdraw-topic"] }),
    allOf("offer-topic", { id: texts["offer-topic"] }),
    allOf("announce", { text: texts.announce, until: texts.until }),
    ends ? { does: "end-announcement" } : undefined,
  ];
  return wishes.filter((one) => one !== undefined);
}

/** What is to be set of these; `default` stands for what the installation says. */
function someOf(does: string, texts: Texts): Wish | undefined {
  const given = Object.entries(texts).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value === "default" ? "" : value] as const]
  );
  return given.length === 0 ? undefined : { does, ...Object.fromEntries(given) };
}

/** What takes all of these texts; one that is missing is empty. */
function allOf(does: string, texts: Texts): Wish | undefined {
  const all = Object.entries(texts).map(([name, value]) => [name, value ?? ""] as const);
  return Object.values(texts).every((value) => value === undefined)
    ? undefined
    : { does, ...Object.fromEntries(all) };
}

function commandOf(asked: Wish, { readModel }: Pick<Opened, "readModel">): SettingsCommand {
  const { topics } = readModel.settings.current();
  const named = asked.id === undefined ? asked : { ...asked, id: topicIn(topics, asked.id).id };
  const read = settingsInput(new Date()).safeParse(named);
  if (read.success) return read.data;
  throw new TaskError(
    Object.entries(fieldMessages(read.error)).map(([name, message]) =>
      `${optionNames[name] ?? `--${optionOf(name as LimitName)}`}: ${message}`
    ).join("\n"),
  );
}

const optionNames: Readonly<Record<string, string>> = {
  programName: "--program-name",
  universityName: "--university-name",
  brandColor: "--brand-color",
  supportEmail: "--support-email",
  admissionDomains: "--admission-domains",
  text: "--announce",
  label: "The topic's name",
};

/** By its name, or by its id. */
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
