import { helpedAnswers } from "../../connections/vocabulary.ts";
import { roles } from "../../vocabulary.ts";
import { mentoringAt, ofRole } from "../people.ts";
import { rowsByRole } from "../rule-of-five.ts";
import { columnsOf, countBy, type Table, withTotal } from "../tables.ts";
import { type Closing, monthRows, type Statistic } from "./statistic.ts";

const helpedLabels = { yes: "Yes", partly: "Partly", no: "No" } as const;

export const requests: Statistic = {
  about: "who asks for help, and who gets it",
  title: "Requests for help",
  tables: (closing) => [
    monthTable(closing),
    roleTable(closing),
    {
      id: "requests-helped",
      title: "Whether it helped",
      about: "What askers said in the cycle after a conversation.",
      heading: "Did it help?",
      columns: columnsOf({ "Answers": "Answers that askers gave in the cycle." }),
      rows: withTotal(helpedAnswers.map((answer) => ({
        label: helpedLabels[answer],
        figures: [closing.all.of(`feedback/${answer}`)],
      }))),
      charts: [{ kind: "bars", series: [0] }],
    },
    mentorTable(closing),
    questionTable(closing),
  ],
};

function monthTable(closing: Closing): Table {
  return {
    id: "requests-by-month",
    title: "By month",
    about: "What happened in each month of the cycle.",
    heading: "Month",
    columns: columnsOf({
      "Asked": "Requests for help that were sent in the month.",
      "Accepted": "Requests that were accepted in the month, whenever they were sent.",
      "Declined": "Requests that were declined in the month.",
      "Withdrawn": "Requests that their senders withdrew in the month.",
      "Expired": "Requests that ended in the month without an answer.",
    }),
    rows: monthRows(closing, (counts) => [
      ...["asked", "accepted", "declined"].map((name) => counts.sumUnder(name)),
      ...["withdrawn", "expired"].map((name) => counts.of(name)),
    ]),
    charts: [{ kind: "columns", series: [0, 1] }],
  };
}

function roleTable({ people, all }: Closing): Table {
  return {
    id: "requests-by-role",
    title: "Who asks, and who answers",
    about: "Requests in the cycle by the role of those who sent or answered them. Groups have " +
      "five members or more.",
    heading: "Role",
    columns: columnsOf({
      "Members": "Accounts with this role at the end of the cycle.",
      "People who asked": "Members who sent a request in the cycle.",
      "Got help": "Members who had a request accepted in the cycle.",
      "Asked": "Requests that members with this role sent in the cycle.",
      "Accepted": "Requests that members with this role accepted in the cycle.",
      "Declined": "Requests that members with this role declined in the cycle.",
    }, { "People who asked": "Askers" }),
    rows: rowsByRole((role) => {
      const name = role ?? "none";
      const members = ofRole(people.values(), role).length;
      const figures = [
        ...[`askers/${name}`, `reached/${name}`, `asked/${name}`],
        ...[`answeredBy/${name}/accepted`, `answeredBy/${name}/declined`],
      ].map((each) => all.of(each));
      return { people: members, figures: [members, ...figures] };
    }),
    charts: [{ kind: "bars", series: [0, 1, 2] }],
  };
}

function mentorTable({ people, atMs }: Closing): Table {
  return {
    id: "requests-mentors",
    title: "Who takes requests",
    about: "Members at the end of the cycle, by what they say about requests: alumni and cadre " +
      "take them until they say otherwise. Groups have five members or more.",
    heading: "Role",
    columns: columnsOf({
      "Taking requests": "Members who take requests at the end.",
      "Paused": "Members who take requests again in a later month, or when they say so.",
      "Not taking": "Members who take no requests.",
    }, { "Taking requests": "Taking" }),
    rows: rowsByRole((role) => {
      const members = ofRole(people.values(), role);
      const said = countBy(members, (one) => mentoringAt(one, atMs - 1));
      const figures = ["taking", "paused", "not taking"].map((state) => said.of(state));
      return { people: members.length, figures };
    }, roles),
    charts: [{ kind: "bars", series: [0, 1, 2] }],
  };
}

function questionTable({ all }: Closing): Table {
  const inAWeek = (["1", "3", "7"] as const).map((wait) => all.of(`questions/answered/${wait}`));
  return {
    id: "requests-questions",
    title: "Questions to the program's alumni",
    about: "Cadets' questions in the cycle that went to alumni, and not to one person.",
    heading: "Questions",
    columns: columnsOf({
      "Asked": "Questions that cadets asked in the cycle.",
      "Answered within 7 days": "Questions that someone answered in the cycle, within a week.",
      "Passed to staff": "Questions that no one answered in time, or that no one could be asked.",
    }),
    rows: [{
      label: "To alumni",
      figures: [
        all.of("questions/asked"),
        inAWeek.reduce((sum, count) => sum + count, 0),
        all.of("questions/toStaff"),
      ],
    }],
    charts: [],
  };
}
