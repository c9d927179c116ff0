import { limitNames, programLimits } from "../../../events/program/limits.ts";
import type { MailWay, ReplyWay, SettingEvent } from "../../../events/program/setting-events.ts";
import type { ProgramSettings } from "../../../events/program/settings.ts";
import { wayWords } from "../../mail/setup/mail-form.ts";
import { replyWayWords } from "../../mail/setup/reply-form.ts";
import { policyWords, settingLabels } from "../../contract/settings.ts";

/** An event's changes in words, one for each setting, with old and new value. */
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
    case "CommissioningDateChanged": {
      const { classYear, date } = event.facts;
      const earlier = before.commissioningDates.find((each) => each.classYear === classYear)?.date;
      if (date === null) return [`removed the commissioning date of the class of ${classYear}`];
      return [
        earlier === undefined
          ? `set the commissioning date of the class of ${classYear} to ${dayText(date)}`
          : `moved the commissioning date of the class of ${classYear} from ${
            dayText(earlier)
          } to ` +
            dayText(date),
      ];
    }
  }
}

function settingsChanged(
  before: ProgramSettings,
  { facts, personal }: Extract<SettingEvent, { type: "SettingsChanged" }>,
): string[] {
  const { isSupportEmail, admission, admissionDomains, limits = {}, logo, setup = {} } = facts;
  const { sendsReminders, backupWeeks, staffProveTwice, mail, replies } = facts;
  const { isPrivacyText } = facts;
  const supportEmail = personal?.supportEmail ??
    (isSupportEmail ? "an address that can't be read anymore" : null);
  return [
    ...logo === undefined ? [] : [logo === null ? "removed the logo" : "uploaded a logo"],
    ...(["programName", "universityName", "brandColor"] as const).flatMap((name) => {
      const label = `the ${settingLabels[name].toLowerCase()}`;
      return changed(label, before.brand[name], facts[name], (text) => `“${text}”`);
    }),
    ...isSupportEmail === undefined
      ? []
      : changed("the support address", before.supportEmail, supportEmail, String),
    ...isPrivacyText === undefined ? [] : [privacyText(isPrivacyText, personal?.privacyText)],
    ...changed("who gets in", before.admission, admission, (policy) => `“${policyWords[policy]}”`),
    ...changed(
      "the domains that need no approval",
      before.admissionDomains,
      admissionDomains,
      (domains) => domains.join(", ") || "none",
    ),
    ...limitNames.flatMap((name) => {
      const label = `“${programLimits[name].label}”`;
      return changed(
        label,
        before.limits[name],
        limits[name],
        (limit) => limit.toLocaleString("en-US"),
      );
    }),
    ...sendsReminders === undefined
      ? []
      : [`turned ${sendsReminders ? "on" : "off"} reminders about invitations`],
    ...changed("how many weeks backups are kept", before.backupWeeks, backupWeeks, String),
    ...staffProveTwice === undefined
      ? []
      : [`turned ${staffProveTwice ? "on" : "off"} two steps for staff`],
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

/** Empty if the setting is unchanged; `null` is the default. */
function changed<T>(
  name: string,
  was: T | null | undefined,
  is: T | null | undefined,
  textOf: (value: T) => string,
): string[] {
  const text = (value: T | null | undefined) => value == null ? "the default" : textOf(value);
  return is === undefined ? [] : [`changed ${name} from ${text(was)} to ${text(is)}`];
}

function privacyText(isWritten: boolean, text: string | undefined): string {
  if (!isWritten) return "removed the program's own lines from the privacy page";
  const quoted = text === undefined ? "text that can't be read anymore" : `“${text}”`;
  return `wrote the program's own lines on the privacy page: ${quoted}`;
}

/** Events don't contain the server's name. */
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

function dayText(day: string): string {
  const options = { dateStyle: "long", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat("en-US", options).format(new Date(day));
}
