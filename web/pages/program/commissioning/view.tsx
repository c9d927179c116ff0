import { Badge, type BadgeProps, Button, Card, Heading, Link, Text } from "@radix-ui/themes";
import type {
  ClassList,
  ClassPerson,
  ClassState,
} from "../../../../api/features/commissioning/classes.ts";
import {
  askedDaysBefore,
  asksFrom,
  remindAgainDays,
} from "../../../../events/commissioning/commissioning.ts";
import { counted, spelled } from "../../../../events/amounts.ts";
import { ActionButton, ActionForm } from "../../../forms/action-form.tsx";
import { fieldOf, type FormState } from "../../../forms/form-state.ts";
import { fullName } from "../../../islands/profile/display.ts";
import { pagePaths } from "../../../paths.ts";
import { TextField } from "../../../ui/fields/field.tsx";
import { dayText } from "../../commissioning/view.tsx";
import { FoldedForm, ProgramCard, ProgramFrame } from "../frame.tsx";

interface ClassesPageProps {
  readonly lists: readonly ClassList[];
  readonly now: Date;
  readonly sent?: FormState | undefined;
}

export function ClassesPage({ lists, now, sent }: ClassesPageProps) {
  return (
    <ProgramFrame current={pagePaths.programCommissioning()} sent={sent}>
      <ProgramCard title="Set a commissioning date" titleId="date-title">
        <Text as="p" size="2" color="gray">
          {spelled(askedDaysBefore, "day").replace(/^./, (first) => first.toUpperCase())}{" "}
          before it, Home and an email ask each cadet of the class to confirm their commission.
          Those who do become alumni. To change a date, save the class again with the new one.
        </Text>
        <ActionForm className="program-form stack" action={pagePaths.programCommissioning()}>
          <TextField
            {...fieldOf(sent, "classYear", String(now.getUTCFullYear()))}
            label="Class year"
            inputMode="numeric"
            maxLength={4}
            required
            autoComplete="off"
          />
          <TextField {...fieldOf(sent, "date")} label="Date" type="date" required />
          <Button type="submit" name="does" value="commissioning-date" size="3">
            Save date
          </Button>
        </ActionForm>
      </ProgramCard>
      {lists.length === 0 && (
        <Text as="p" size="2" color="gray">
          No class has a date yet, so no one is asked to confirm a commission.
        </Text>
      )}
      {lists.map((list) => <ClassSection key={list.classYear} list={list} now={now} />)}
    </ProgramFrame>
  );
}

function ClassSection({ list, now }: { readonly list: ClassList; readonly now: Date }) {
  const { classYear, date, people, remindable } = list;
  const id = `class-${classYear}`;
  return (
    <section className="list" aria-labelledby={id}>
      <Heading as="h2" size="6" id={id}>Class of {classYear}, {dayText(date)}</Heading>
      <Text as="p">{summaryOf(list)}</Text>
      <div className="row gap-3">
        {remindable > 0 && (
          <ActionButton
            action={pagePaths.programCommissioning()}
            hidden={{ classYear }}
            does="remind"
            label={`Remind ${counted(remindable, "cadet")}`}
          />
        )}
        <FoldedForm
          label="Remove date"
          about={` of the class of ${classYear}`}
          action={pagePaths.programCommissioning()}
          hidden={{ classYear }}
          does="no-commissioning-date"
          color="red"
        >
          Cadets of this class are no longer asked. Confirmations stay.
        </FoldedForm>
      </div>
      <Text as="p" size="2" color="gray">{noteOf(list, now)}</Text>
      {people.length > 0 && (
        <Card asChild size="3">
          <ul role="list" className="commissioning-people">
            {people.map((person) => <Person key={person.id} person={person} />)}
          </ul>
        </Card>
      )}
    </section>
  );
}

/** `14 of 19 confirmed, 12 have a lasting address`. */
function summaryOf({ people, confirmed, lasting }: ClassList): string {
  if (people.length === 0) return "We don't know any cadets of this class.";
  return `${confirmed} of ${people.length} confirmed, ${lasting} ${
    lasting === 1 ? "has" : "have"
  } a lasting address.`;
}

function noteOf(list: ClassList, now: Date): string {
  const from = asksFrom(list);
  const asked = now < from
    ? `We'll ask them on ${dayText(from.toISOString().slice(0, 10))}.`
    : `You can remind each cadet once in ${spelled(remindAgainDays, "day")}.`;
  return `${asked} Cadets who hide their class year, and aren't on your list, appear here once they ` +
    "confirm.";
}

const states: Readonly<Record<ClassState, { label: string; color: BadgeProps["color"] }>> = {
  "not yet": { label: "Not yet", color: "amber" },
  "not this year": { label: "Not this year", color: "gray" },
  confirmed: { label: "Confirmed", color: "green" },
};

function Person({ person }: { readonly person: ClassPerson }) {
  const { label, color } = states[person.state];
  return (
    <li className="split">
      <Text as="p" dir="auto">
        <Link href={pagePaths.programPerson(person.id)}>{fullName(person)}</Link>
      </Text>
      <span className="row">
        <Badge color={color}>{label}</Badge>
        <Badge color={person.hasLastingAddress ? "green" : "gray"}>
          {person.hasLastingAddress ? "Lasting address" : "No lasting address"}
        </Badge>
      </span>
    </li>
  );
}
