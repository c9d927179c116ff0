import { Button, Text } from "@radix-ui/themes";
import { invitationWordsLength } from "../../../api/contract/program.ts";
import type { InvitationPreview } from "../../../api/features/invitations/inviting.ts";
import { pointsTitle } from "../../../api/mail/templates/letter.ts";
import { fieldOf, type FormState } from "../../forms/form-state.ts";
import { paths } from "../../paths.ts";
import { TextArea } from "../../ui/fields/field.tsx";
import { HowItLooks } from "./frame.tsx";

interface InvitationMailProps {
  readonly preview: InvitationPreview;
  readonly sent?: FormState | undefined;
}

/** Field for a sentence by the inviting staff member. */
export function InvitationWordsField(
  { preview, sent, isForMany = false }: InvitationMailProps & { readonly isForMany?: boolean },
) {
  return (
    <div className="invitation-words full program-span">
      <TextArea
        {...fieldOf(sent, "words", preview.words)}
        label="Your sentence (optional)"
        hint={isForMany
          ? "In the email, above your name. Everyone in the spreadsheet gets the same one."
          : "In the email, above your name. Say who you are to them, or why you ask."}
        rows={2}
        maxLength={invitationWordsLength}
      />
    </div>
  );
}

/** Placed below the form's own button, which Enter presses. */
export function ShowInMail() {
  return (
    <Button type="submit" name="does" value="preview" size="3" variant="outline" formNoValidate>
      Preview the email
    </Button>
  );
}

/** The invitation as it will be sent. */
export function InvitationLook({ preview: { letter } }: Pick<InvitationMailProps, "preview">) {
  const { subject, opening, quote, person, points = [], action, closing } = letter;
  const picture = person?.picture &&
    `data:image/png;base64,${Buffer.from(person.picture.bytes).toString("base64")}`;
  return (
    <HowItLooks title="The invitation email" heading={subject}>
      <Text as="p">{opening}</Text>
      {quote && <blockquote className="invitation-quote">{quote}</blockquote>}
      {person && (
        <div className="beside gap-3">
          {picture && (
            <img className="invitation-picture" src={picture} alt="" width="56" height="56" />
          )}
          <Text as="p">
            <strong>{person.name}</strong>
            {person.title !== "" && (
              <>
                <br />
                {person.title}
              </>
            )}
          </Text>
        </div>
      )}
      {points.length > 0 && <Text as="p">{pointsTitle}</Text>}
      <ul>{points.map((point) => <li key={point}>{point}</li>)}</ul>
      {action && (
        <Text as="p">
          <strong>{action.label}</strong>
        </Text>
      )}
      {closing.map((line) => typeof line === "string" && <Text as="p" key={line}>{line}</Text>)}
      <Text as="p" size="2" color="gray">
        {person
          ? "It shows your rank, job title and picture if your profile is visible."
          : "It is sent in the program's name, since your profile is hidden or your name can't be shown."}
        {" "}
        <a href={paths.editProfile()}>Edit your profile</a>
      </Text>
    </HowItLooks>
  );
}
