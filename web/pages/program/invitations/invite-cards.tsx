import { tokenLifetimeMs } from "../../../../api/auth/tokens.ts";
import { lasting } from "../../../../events/amounts.ts";
import { ActionForm } from "../../../forms/action-form.tsx";
import { fieldOf, type FormState } from "../../../forms/form-state.ts";
import { pagePaths } from "../../../paths.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { ProgramCard } from "../frame.tsx";

export function InviteCards({ sent }: { readonly sent?: FormState | undefined }) {
  const isDeclined = sent?.fields.isSure !== undefined;
  const field = (name: string, label: string, more: object = {}) => (
    <TextField {...fieldOf(sent, name)} label={label} required autoComplete="off" {...more} />
  );
  return (
    <>
      <ProgramCard title="Invite one person" titleId="invite-title">
        <p className="note">
          We'll email them a link to accept or decline. It works for{" "}
          {lasting(tokenLifetimeMs.invitation)}. No one can see them in the directory until they
          accept.
        </p>
        <ActionForm className="program-form stack" action={pagePaths.invitations()}>
          {field("firstName", "First Name")}
          {field("lastName", "Last Name")}
          {field("email", "Email", { type: "email", className: "program-span" })}
          {isDeclined && (
            <label className="invitation-show beside top gap-3 program-span">
              <input
                type="checkbox"
                className="checkbox-group-input"
                name="isSure"
                required
                autoFocus
              />
              <span>They asked me to invite them again</span>
            </label>
          )}
          <Button type="submit" name="does" value="invite">
            {isDeclined ? "Invite them again" : "Send invitation"}
          </Button>
        </ActionForm>
      </ProgramCard>
      <ProgramCard title="Invite many people" titleId="import-title">
        <p className="note">
          Import a spreadsheet with names, email addresses, and anything else you know.
        </p>
        <div>
          <ButtonLink variant="outline" href={pagePaths.importFile()}>
            Import a spreadsheet
          </ButtonLink>
        </div>
      </ProgramCard>
    </>
  );
}
