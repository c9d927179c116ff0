import { Button, Text } from "@radix-ui/themes";
import { tokenLifetimeMs } from "../../../../api/auth/tokens.ts";
import { lasting } from "../../../../events/amounts.ts";
import type { InvitationPreview } from "../../../../api/features/invitations/inviting.ts";
import { ActionForm } from "../../../forms/action-form.tsx";
import { fieldOf, type FormState } from "../../../forms/form-state.ts";
import { pagePaths } from "../../../paths.ts";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { TextField } from "../../../ui/fields/field.tsx";
import { ProgramCard } from "../frame.tsx";
import { InvitationLook, InvitationWordsField, ShowInMail } from "../invitation-words.tsx";

interface InviteCardsProps {
  readonly preview: InvitationPreview;
  readonly sent?: FormState | undefined;
}

export function InviteCards({ preview, sent }: InviteCardsProps) {
  const isDeclined = sent?.fields.isSure !== undefined;
  const field = (name: string, label: string, more: object = {}) => (
    <TextField {...fieldOf(sent, name)} label={label} required autoComplete="off" {...more} />
  );
  return (
    <>
      <ProgramCard title="Invite one person" titleId="invite-title">
        <Text as="p" size="2" color="gray">
          We'll email them a link to accept or decline. It works for{" "}
          {lasting(tokenLifetimeMs.invitation)}. No one can see them in the directory until they
          accept.
        </Text>
        <ActionForm className="program-form stack" action={pagePaths.invitations()}>
          {field("firstName", "First Name")}
          {field("lastName", "Last Name")}
          {field("email", "Email", { type: "email", className: "program-span" })}
          {isDeclined && (
            <label className="invitation-show beside top gap-3 program-span">
              <input
                type="checkbox"
                name="isSure"
                required
                autoFocus
              />
              <span>They asked me to invite them again</span>
            </label>
          )}
          <InvitationWordsField preview={preview} sent={sent} />
          <Button type="submit" name="does" value="invite" size="3">
            {isDeclined ? "Invite them again" : "Send invitation"}
          </Button>
          <ShowInMail />
        </ActionForm>
        <InvitationLook preview={preview} />
      </ProgramCard>
      <ProgramCard title="Invite many people" titleId="import-title">
        <Text as="p" size="2" color="gray">
          Import a spreadsheet with names, email addresses, and anything else you know.
        </Text>
        <div>
          <ButtonLink href={pagePaths.importFile()} variant="outline">
            Import a spreadsheet
          </ButtonLink>
        </div>
      </ProgramCard>
    </>
  );
}
