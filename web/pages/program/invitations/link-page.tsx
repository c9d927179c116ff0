import type { NewLink } from "../../../../api/program/inviting.ts";
import { fullName } from "../../../islands/profile/display.ts";
import { pagePaths } from "../../../paths.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { ProgramCard, ProgramFrame } from "../frame.tsx";

/** An invitation link for staff to hand over: shown once, and never cached by browsers. */
export function LinkPage({ firstName, lastName, link }: NewLink) {
  const name = fullName({ firstName, lastName }).trim() || "this person";
  return (
    <ProgramFrame current={pagePaths.invitations()}>
      <ProgramCard
        title={<>Invitation link for {name}</>}
        titleId="link-title"
      >
        <p>
          Copy this link and send it to {name}{" "}
          only. Anyone who opens it can accept the invitation in their name.
        </p>
        <div className="full">
          <TextField label="Link" readOnly defaultValue={link} autoFocus />
        </div>
        <p className="note">
          It works once, for 14 days. Links that we emailed to them work, too. We don't show this
          link again, but you can make another one.
        </p>
        <ButtonLink variant="outline" href={pagePaths.invitations()}>
          Back to invitations
        </ButtonLink>
      </ProgramCard>
    </ProgramFrame>
  );
}
