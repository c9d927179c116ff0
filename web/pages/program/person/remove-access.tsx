import type { ProgramPerson } from "../../../../api/contract/program.ts";
import { fullName } from "../../../islands/profile/display.ts";
import { pagePaths } from "../../../paths.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { ProgramCard, ProgramFrame } from "../frame.tsx";

export type RemoveAccessPageProps = Pick<ProgramPerson, "person" | "isYou" | "otherStaff">;

export const onlyStaff =
  "You're the only staff member. To leave, give someone else staff access first.";

/** Asks before a person's staff access is removed, and says who gets an email. */
export function RemoveAccessPage({ person, isYou, otherStaff }: RemoveAccessPageProps) {
  const isOnly = otherStaff === 0;
  return (
    <ProgramFrame current={pagePaths.everybody()}>
      <ProgramCard
        title={<bdi>Remove {isYou ? "your own" : `${fullName(person)}'s`} staff access?</bdi>}
        titleId="remove-title"
      >
        {isOnly ? <p>{onlyStaff}</p> : (
          <p>
            {isYou
              ? "You keep the cadre role, but you can't open these pages anymore. Only another staff member can give you access again."
              : "They keep the cadre role, but they can't open these pages anymore. You can give them access again."}
          </p>
        )}
        {!isOnly && <p>{whoGetsEmail(isYou, otherStaff)}</p>}
        <div className="program-do row">
          {!isOnly && (
            <form method="post" action={pagePaths.programPerson(person.id)}>
              <Button type="submit" name="does" value="unconfirm-cadre" variant="danger">
                Remove staff access
              </Button>
            </form>
          )}
          <ButtonLink variant="outline" href={pagePaths.programPerson(person.id)}>
            {isOnly ? "Go back" : "Cancel"}
          </ButtonLink>
        </div>
      </ProgramCard>
    </ProgramFrame>
  );
}

/** The staff member who removes it gets no email, unless it is their own access. */
function whoGetsEmail(isYou: boolean, otherStaff: number): string {
  const others = isYou ? otherStaff : otherStaff - 1;
  const who = [
    isYou ? "you" : "them",
    ...others === 0
      ? []
      : others === 1
      ? ["1 other staff member"]
      : [`${others} other staff members`],
  ].join(" and ");
  return `We'll email ${who}. Staff can also see it in History.`;
}
