import { Button, Text } from "@radix-ui/themes";
import type { ProgramPerson } from "../../../../api/features/program/program.ts";
import { fullName } from "../../../islands/profile/display.ts";
import { pagePaths } from "../../../paths.ts";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { FoldedForm, ProgramCard, ProgramFrame } from "../frame.tsx";

/** Ways for staff to stop all sign-ins to an account, each with its own question. */
const locks = {
  suspend: {
    label: "Suspend this account",
    action: "Suspend account",
    question: (name: string) => `Suspend ${name}'s account?`,
    meaning: [
      "They're signed out, they can't sign in, and no one can see them. Nothing is deleted.",
      "We'll email them that their account was suspended. You can restore it.",
    ],
  },
  "record-death": {
    label: "Record their death",
    action: "Record death",
    question: (name: string) => `Record ${name}'s death?`,
    meaning: [
      "We'll never email them again, not even what is waiting to be sent. No one can sign in to " +
      "their account, and no one can see them. Nothing is deleted.",
      "Their open requests and conversations end. The other people aren't told why.",
      "If it's a mistake, you can undo it. What has ended stays ended.",
    ],
  },
} as const;

export type LockName = keyof typeof locks;

export function isLockName(name: string): name is LockName {
  return Object.hasOwn(locks, name);
}

/** Whether staff can lock this person's account in this way. */
export function canLock({ isYou, person: { state } }: ProgramPerson, name: LockName): boolean {
  if (isYou || state === "died") return false;
  return name === "record-death" || state !== "suspended" && state !== "invited";
}

/** Links to the questions, and buttons that undo a decision. */
export function Locks(found: ProgramPerson) {
  const { person: { id, state } } = found;
  const action = pagePaths.programPerson(id);
  const names = (Object.keys(locks) as LockName[]).filter((name) => canLock(found, name));
  return (
    <>
      {state === "suspended" && (
        <FoldedForm label="Restore this account" action={action} does="unsuspend">
          Everything is as it was before, and they sign in again with their password. We'll email
          them.
        </FoldedForm>
      )}
      {state === "died" && (
        <FoldedForm label="Undo the recorded death" action={action} does="undo-death">
          They can sign in again, and we can email them again. What has ended stays ended. We'll
          email them that their account was restored.
        </FoldedForm>
      )}
      {names.map((name) => (
        <ButtonLink key={name} href={pagePaths.lockPerson(id, name)} variant="outline">
          {locks[name].label}
        </ButtonLink>
      ))}
    </>
  );
}

/** Describes an account to which no one can sign in. */
export function lockedText({ person: { state } }: ProgramPerson) {
  if (state === "died") {
    return "Staff recorded that this person died. We don't email them, and no one can see them.";
  }
  return "The program's staff suspended this account. They can't sign in, and no one can see them.";
}

export function LockPage({ name, ...found }: ProgramPerson & { readonly name: LockName }) {
  const { person } = found;
  const { action, question, meaning } = locks[name];
  const path = pagePaths.programPerson(person.id);
  return (
    <ProgramFrame current={pagePaths.everybody()}>
      <ProgramCard title={<bdi>{question(fullName(person))}</bdi>} titleId="lock-title">
        {meaning.map((text) => <Text as="p" key={text}>{text}</Text>)}
        {person.isStaff && <Text as="p">They lose staff access. We'll email the other staff.</Text>}
        <div className="program-do row">
          <form method="post" action={path}>
            <Button type="submit" name="does" value={name} size="3" color="red">{action}</Button>
          </form>
          <ButtonLink href={path} variant="outline">Cancel</ButtonLink>
        </div>
      </ProgramCard>
    </ProgramFrame>
  );
}
