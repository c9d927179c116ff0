import { limitNames, programLimits } from "../../events/program/limits.ts";
import type { MailWay, ReplyWay, SettingEvent } from "../../events/program/setting-events.ts";
import type { ProgramSettings } from "../../events/program/settings.ts";
import { wayWords } from "../mail/setup/mail-form.ts";
import { replyWayWords } from "../mail/setup/reply-form.ts";
import { policyWords, settingWords } from "../contract/settings.ts";

/** The changes of an event in words, one for each setting, with the old and the new value. */
export function settingChanges(before: ProgramSettings, event: SettingEvent): string[] {
  switch (event.type) {
    case "SettingsChanged":
      return settingsChanged(before, event);
    case "TopicChanged": {
      const { id, label, is } = event.facts;
      const earlier = before.topics.find((topic) => topic.id === id)?.label ?? label;
      return [
        {
          added: `added the help topic “${label}”`,
          renamed: `renamed the help topic “${earlier}” to “${label}”`,
          withdrawn: `removed the help topic “${label}”`,
          offered: `restored the help topic “${label}”`,
        }[is],
      ];
    }
    case "AnnouncementMade": {
      const until = `shown until ${dayText(event.facts.until)}`;
      return [
        event.personal === null
          ? `posted an announcement, ${until}. Its text is deleted`
          : `posted the announcement “${event.personal.text}”, ${until}`,
      ];
    }
    case "AnnouncementEnded":
      return ["removed the announcement"];
  }
}

function settingsChanged(
  before: ProgramSettings,
  { facts, personal }: Extract<SettingEvent, { type: "SettingsChanged" }>,
): string[] {
  const { isSupportEmail, admission, admissionDomains, limits = {}, logo, setup = {} } = facts;
  const { sendsReminders, mail, replies } = facts;
  const changes: [name: string, was: string | null, is: string | null][] = [];
  for (const name of ["programName", "universityName", "brandColor"] as const) {
    const text = facts[name];
    if (text === undefined) continue;
    const { label } = settingWords[name];
    changes.push([`the ${label.toLowerCase()}`, quoted(before.brand[name]), quoted(text)]);
  }
  if (isSupportEmail !== undefined) {
    const unreadable = isSupportEmail ? "an address that can't be read anymore" : null;
    changes.push([
      "the support address",
      before.supportEmail,
      personal?.supportEmail ?? unreadable,
    ]);
  }
  if (admission !== undefined) {
    changes.push(["who gets in", policyText(before.admission), policyText(admission)]);
  }
  if (admissionDomains !== undefined) {
    changes.push([
      "the domains that need no approval",
      domainsText(before.admissionDomains),
      domainsText(admissionDomains),
    ]);
  }
  for (const name of limitNames) {
    const limit = limits[name];
    if (limit === undefined) continue;
    const { label } = programLimits[name];
    changes.push([`“${label}”`, numberText(before.limits[name]), numberText(limit)]);
  }
  const orDefault = (value: string | null) => value ?? "the default";
  return [
    ...logo === undefined ? [] : [logo === null ? "removed the logo" : "uploaded a logo"],
    ...changes.map(([name, was, is]) =>
      `changed ${name} from ${orDefault(was)} to ${orDefault(is)}`
    ),
    ...sendsReminders === undefined
      ? []
      : [`turned ${sendsReminders ? "on" : "off"} reminders about invitations`],
    ...mail === undefined
      ? []
      : [mail === null ? "removed the mail settings" : mailText(before.mail, mail)],
    ...replies === undefined ? [] : [repliesText(before.replies, replies)],
    ...setup.keepsColor ? ["kept the default color"] : [],
    ...setup.keepsAdmission ? ["kept who gets in as it is"] : [],
    ...setup.isHidden === undefined
      ? []
      : [setup.isHidden ? "hid the set-up list" : "showed the set-up list again"],
  ];
}

/** Events don't say which server it is. */
function mailText(before: ProgramSettings["mail"], mail: MailWay): string {
  return before == null
    ? `set up mail with ${wayWords[mail]}`
    : `changed the mail settings to ${wayWords[mail]}`;
}

function repliesText(before: ProgramSettings["replies"], replies: ReplyWay | null): string {
  if (replies === null) return "turned off answers by email";
  return before == null
    ? `turned on answers by email, ${replyWayWords[replies]}`
    : `changed how answers by email arrive: ${replyWayWords[replies]}`;
}

function quoted(text: string | null | undefined): string | null {
  return text == null ? null : `“${text}”`;
}

function policyText(policy: ProgramSettings["admission"]): string | null {
  return policy && `“${policyWords[policy]}”`;
}

function domainsText(domains: readonly string[] | null): string | null {
  return domains && (domains.join(", ") || "none");
}

function numberText(number: number | null | undefined): string | null {
  return number?.toLocaleString("en-US") ?? null;
}

function dayText(day: string): string {
  const options = { dateStyle: "long", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat("en-US", options).format(new Date(day));
}
