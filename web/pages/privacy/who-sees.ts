/** The visibility of each kind of data, from the same table that enforces it. */
import { spelled } from "../../../events/amounts.ts";
import { askedAtOnce, passedToStaffDays } from "../../../events/connections/questions/question.ts";
import { contactOrder } from "../../../events/members/contact-fields.ts";
import {
  type FieldName,
  profileField,
  profileFields,
} from "../../../events/members/profile-fields.ts";
import type { AdmissionRules } from "../../../events/program/admission.ts";
import { type PrivacySwitch, privacySwitches, sharedAtFirst } from "../../../events/vocabulary.ts";

const list = new Intl.ListFormat("en-US", { type: "conjunction" });
const either = new Intl.ListFormat("en-US", { type: "disjunction" });

/** A field's name within a sentence: the class year's label depends on the role. */
function named(name: FieldName): string {
  const { label } = profileField[name];
  return typeof label === "string" ? label : "Class Year or Years of Service";
}

const sharedBy = (wanted: string) =>
  profileFields.filter((name) => profileField[name].sharedBy === wanted).map(named);

type Line = readonly [term: string, text: string];

/** A line about the fields of some switches; none if there are none. */
function switched(term: string, switches: readonly PrivacySwitch[], by: string): Line[] {
  if (switches.length === 0) return [];
  return [[term, `${list.format(switches.flatMap(sharedBy))}: ${by}.`]];
}

/** One line for each kind of reader, strangers first. */
export const visibilityFacts: readonly Line[] = [
  [
    "People who aren't signed in, and search engines",
    "Nothing about you. From fifty people on, the front page shows how many there are, in tens.",
  ],
  [
    "Members, while your profile is visible",
    `Your name, role and picture, whether you take requests, whether you confirmed your profile this year, and ${
      list.format(sharedBy("always"))
    }. You can hide the whole profile at any time. Then only people you wrote with here see your name.`,
  ],
  ...switched(
    "Members, unless you turn it off",
    privacySwitches.filter((name) => sharedAtFirst[name]),
    "shown until you turn it off",
  ),
  ...switched(
    "Members, once you turn it on",
    privacySwitches.filter((name) => !sharedAtFirst[name]),
    "hidden until you turn it on",
  ),
  [
    "People you choose, for each contact",
    `${
      list.format(contactOrder.map(named))
    }: all members, only people you're in a conversation with, or no one. It's all members until you choose. ` +
    "Lists never have them, and you see who looked.",
  ],
  [
    "The other person in a conversation",
    "What you write to each other, and your name. Emails about it never have your address.",
  ],
  [
    "Alumni, if you ask the program a question",
    `Your class, branch and question, without your name, ${
      spelled(askedAtOnce, "person", "people")
    } at a time who help with the topic. The one who answers sees your name. After ${
      spelled(passedToStaffDays, "day")
    } without an answer, staff see the question with your name.`,
  ],
  [
    "The program's staff",
    "Your name, your role and the state of your account; your address while you wait for approval or haven't answered " +
    "your invitation; a message that someone reported, with its author; which cadets have never asked for help; whether our emails to you arrive; and counts. Staff can't read conversations, " +
    "and can't see contacts or profiles that you hide.",
  ],
  [
    "The people who run the machine",
    "They can technically read what is stored, and export one person's data or delete an account when asked to. We " +
    "record both.",
  ],
];

const byPolicy: Readonly<Record<AdmissionRules["by"], string>> = {
  open: "Anyone can register here, and is a member at once.",
  confirmed: "Anyone with an email address that they confirmed can become a member.",
  approved: "Staff approve each new member before they see anyone.",
  invited: "Only people whom the program invited can become members.",
};

/** How members are approved, by staff's settings. */
export function admissionText({ by, domains }: AdmissionRules): string {
  const sentence = `“Members” below are people with an account here. ${byPolicy[by]}`;
  if (domains.length === 0 || by !== "approved") return sentence;
  return `${sentence} People with a confirmed address at ${
    either.format(domains)
  } don't need approval.`;
}
