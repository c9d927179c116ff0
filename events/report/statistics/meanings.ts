/**
 * What each statistic and each of its figures means: the one place for it. `--help`, `--describe` and the
 * HTML page take their words from here.
 *
 * @module
 */
import type { StatisticName } from "./statistic.ts";

interface Meaning {
  /** In a few words, for a list. */
  readonly about: string;
  /** Every figure, as tables name it, with a sentence. */
  readonly figures: readonly (readonly [figure: string, meaning: string])[];
}

export const meanings: Readonly<Record<StatisticName, Meaning>> = {
  funnel: {
    about: "from registration to a visible profile: by month and by role",
    figures: [
      [
        "Registered",
        "Members who registered in the cycle. Later columns count some of those before them.",
      ],
      [
        "Role chosen",
        "Of those, who had a role at any time before the cycle's end, from registration on or chosen later.",
      ],
      ["Profile created", "Of those, who created a profile at any time before the cycle's end."],
      [
        "Visible",
        "Of those, whose profile others could see at any time; one that was created hidden, when it is shown.",
      ],
      ["Still there", "Of those, who have a profile at the end, be it visible or hidden."],
      [
        "Median days to role",
        "Half of those who chose a role took no longer than this from registration on.",
      ],
      [
        "Days from role to profile",
        "The same from the first role to the first profile, for those who created one.",
      ],
      [
        "Days from profile to visible",
        "The same from the first profile to when others could see it first.",
      ],
      ["By month", "The month in which they registered, whenever the other steps were taken."],
      [
        "By role",
        "The role at the end of the cycle, or the last one of those erased. Who never chose one is in no row.",
      ],
    ],
  },
  cohorts: {
    about: "members by role, class year and branch, duty status and rank",
    figures: [
      [
        "Members",
        "Members at the end of the cycle by role, whenever they registered; erased ones are left out.",
      ],
      ["No role yet", "Members who have not chosen a role."],
      [
        "With a profile",
        "Of the members, those who have a profile at the end, be it visible or hidden.",
      ],
      [
        "Class year, branch, duty status, rank",
        "Members with a profile by what it says at the end. 'Other' is every class year that is not one year.",
      ],
      [
        "Cadets who became alumni",
        "Changes of role from cadet to alumni in the cycle, by month; who changes twice is counted twice.",
      ],
    ],
  },
  supply: {
    about: "alumni who can help against cadets: by topic, branch, industry and region",
    figures: [
      [
        "Alumni who can help",
        "Alumni at the end of the cycle with a visible profile that names at least one help topic, regardless of their privacy switches.",
      ],
      [
        "Cadets",
        "All members with the role cadet at the end. By help topic, those whose profile names it.",
      ],
      ["Not given", "Whose profile does not say it and, of cadets, those without a profile, too."],
      [
        "Cadets for each of them",
        "Cadets divided by alumni who can help, to a tenth; empty where there are no alumni.",
      ],
      ["Help topics that no one offers", "How many topics no alumni who can help name."],
    ],
  },
  freshness: {
    about: "how old profiles are, and changes by month",
    figures: [
      [
        "Last change",
        "Profiles at the end by the time since they were created or last changed, and by role. Exactly 30 days is '30 to 89'.",
      ],
      [
        "Profiles created",
        "How often a profile was created in the cycle; who deletes one and creates another is counted twice.",
      ],
      ["Changes", "How often someone changed what a profile says."],
      ["Median age of profiles in days", "Half of the profiles at the end are no older than this."],
    ],
  },
  retention: {
    about: "profiles hidden, shown again and deleted, accounts erased",
    figures: [
      [
        "Hidden",
        "How often a profile was hidden in the cycle; one that was created hidden counts.",
      ],
      ["Shown again", "How often a hidden profile was shown."],
      ["Profile deleted", "How often a profile was deleted while the account stayed."],
      ["Account erased", "How many accounts were erased, with or without a profile."],
      ["By role", "The role at that time; 'No role yet' for those who had none."],
      [
        "Visible, Hidden",
        "Profiles at the end of the cycle that others can see, and those that only their owners see.",
      ],
    ],
  },
  connections: {
    about: "requests for help: what became of them, demand against supply, whether it helped",
    figures: [
      ["Asked", "Requests of the cycle, by month and by the role of who asked."],
      [
        "Accepted",
        "How often a request was accepted in the cycle. Answers are counted in the month they were given, which may be later than the request.",
      ],
      [
        "Declined",
        "The same for a no. By role, both by that of who answered; which role was answered by which can't be told.",
      ],
      ["Withdrawn", "How often an asker took a request back, by the role of the asker."],
      [
        "Expired",
        "How often a request ended without an answer, by the role of the asker. Whose silence it was can't be told.",
      ],
      [
        "Open at the end",
        "All requests until then without all that were answered, withdrawn or expired. Requests to or from a deleted account that were never answered are still counted.",
      ],
      [
        "Answered within",
        "By response time in days, not counting time spent waiting for the cadet; exactly three days is '3 days'.",
      ],
      [
        "Cadets who asked",
        "Cadets at the end who asked in the cycle, by the class year of their profile; 'Not given' has none. Erased ones are left out.",
      ],
      [
        "Known to have talked",
        "Of those, who in the cycle ended a conversation, had one that went quiet, or gave feedback: the least that it can be. A cadet whose conversation goes on, or was ended by the other, is not known to have one.",
      ],
      [
        "Asked for",
        "Requests of the cycle that name the topic; one may name several, or none. Accepted are those of the cycle's acceptances that name it.",
      ],
      [
        "By branch, by region",
        "Requests by what others could see in the mentor's profile; 'Not given' where they could not. Searches that found no one aren't counted. Alumni who can help are those of supply: cadre can be asked, too, and are not among them.",
      ],
      [
        "Taking requests",
        "Members at the end who take requests, as they said or by their role, with a profile or without. Who is full can't be told: some ends stand in the history of others.",
      ],
      [
        "Paused",
        "The same with a pause that is on at the end, their own or after requests that no one answered.",
      ],
      ["Not taking any", "The same for those who take none."],
      [
        "Feedback",
        "What askers said in the cycle of conversations that had ended, once of each. Who says nothing is not counted.",
      ],
    ],
  },
  cycle: {
    about: "all of them on one page, against the two cycles before",
    figures: [
      [
        "At a glance",
        "The totals of all statistics, each cycle up to its own end, the last one up to the time of the report.",
      ],
      [
        "*",
        "Held back: fewer than --min-cell people, or a figure that would give such a count away. A 0 names no one and is printed, unless it says something of a group that is as small.",
      ],
      ["–", "There is no such figure, as a median of no one."],
    ],
  },
};

/** What the figures of some statistics mean, for a terminal. */
export function describe(names: readonly StatisticName[]): string {
  return names.map((name) => {
    const { about, figures } = meanings[name];
    return [
      `${name}: ${about}`,
      ...figures.map(([figure, meaning]) => `  ${figure}\n${folded(meaning)}`),
    ]
      .join("\n");
  }).join("\n\n");
}

const width = 92;

function folded(text: string): string {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = `${lines.at(-1)} ${word}`.trim();
    if (line.length <= width) lines[lines.length - 1] = line;
    else lines.push(word);
  }
  return lines.map((line) => `      ${line}`).join("\n");
}
