import { smallPictureAt } from "../../../api/contract/picture-path.ts";
import { expiresAfterDays, textLimits } from "../../../events/connections/words.ts";
import { FormFailure } from "../../forms/form-failure.tsx";
import type { FormState } from "../../forms/form-state.ts";
import { fullName, initials, type ShownProfile } from "../../islands/profile/display.ts";
import type { Member } from "../../page-env.ts";
import { paths } from "../../paths.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CheckboxGroup } from "../../ui/fields/checkbox-group.tsx";
import { ArrowLeftIcon } from "../../ui/icons/icons.tsx";
import { TextArea } from "../../ui/fields/text-area.tsx";
import { roleText } from "../connections/words.ts";
import { Written } from "../connections/written.tsx";
import { WhoSeesContacts } from "../contacts/who-sees.tsx";
import { ConfirmEmailFirst, type ConfirmEmailProps } from "../own-profile/confirm-email.tsx";

export interface AskPageProps {
  readonly asker: Member;
  /** The asker's email address, if it is not confirmed. */
  readonly address: ConfirmEmailProps | undefined;
  readonly profile: ShownProfile;
  readonly takesRequests: boolean;
  readonly topics: readonly string[];
  readonly sent?: FormState | undefined;
}

/** A first question, so that people do not begin with an empty field. */
function exampleFor(topic: string | undefined): string {
  const about = topic === undefined ? "your career" : topic;
  return `For example: I'm a junior and want to learn more about ${about}. What would you do ` +
    "differently in my place?";
}

export function AskPage({ profile, takesRequests, topics, sent, asker, address }: AskPageProps) {
  const { user, helpTopics = [] } = profile;
  const name = fullName(user);
  return (
    <div className="shell-column page-read stack gap-4">
      <p>
        <ButtonLink variant="ghost" className="profile-back" href={paths.member(profile.userId)}>
          <ArrowLeftIcon />
          Profile
        </ButtonLink>
      </p>
      <Card className="stack gap-5" aria-labelledby="ask-title">
        <div className="beside middle">
          <Avatar initials={initials(user)} image={smallPictureAt(user.profileImageUrl)} />
          <div className="stack gap-1 breakable">
            <h1 id="ask-title">Ask {name} for help</h1>
            <p className="quiet">{roleText(user)}</p>
          </div>
        </div>
        <FormFailure sent={sent}>
          {!takesRequests && <Written text={sent?.values.note} />}
        </FormFailure>
        {address && <ConfirmEmailFirst {...address} />}
        {!takesRequests
          ? (
            <div className="stack gap-4 start">
              <p className="strong">Not taking requests right now</p>
              <ButtonLink variant="outline" href={paths.directory()}>Browse Directory</ButtonLink>
            </div>
          )
          : (
            <form className="stack gap-5" method="post" action={paths.askForHelp()}>
              <input type="hidden" name="memberId" value={profile.userId} />
              {helpTopics.length > 0 && (
                <CheckboxGroup
                  legend="What do you need help with?"
                  name="topics"
                  options={helpTopics.map((value) => ({ value }))}
                  selected={topics}
                  layout="grid"
                >
                  {sent?.fields.topics && <p className="field-error">{sent.fields.topics}</p>}
                </CheckboxGroup>
              )}
              <TextArea
                label="Your note"
                name="note"
                id="ask-note"
                rows={7}
                required
                placeholder={exampleFor(topics[0] ?? helpTopics[0])}
                hint={`Ask one question and say why you're asking. Up to ${
                  textLimits.note.toLocaleString("en-US")
                } characters.`}
                defaultValue={sent?.values.note}
                error={sent?.fields.note}
              />
              <p className="quiet">
                We'll email your note to{" "}
                {user.firstName || "them"}, with your name but not your email address. Your request
                expires if they don't answer within {expiresAfterDays} days.
              </p>
              <WhoSeesContacts member={asker} />
              <Button type="submit">Send request</Button>
            </form>
          )}
      </Card>
    </div>
  );
}
