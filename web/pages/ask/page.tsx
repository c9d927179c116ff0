import { smallPictureAt } from "../../../api/contract/picture-path.ts";
import { textLimits } from "../../../events/connections/words.ts";
import type { FormState } from "../../forms/form-state.ts";
import { fullName, initials, type ShownProfile } from "../../islands/profile/display.ts";
import { pagePaths, paths } from "../../paths.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Card } from "../../ui/card.tsx";
import { CheckboxGroup } from "../../ui/checkbox-group.tsx";
import { ArrowLeftIcon } from "../../ui/icons.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { roleText } from "../connections/words.ts";
import { Written } from "../connections/written.tsx";
import { ConfirmEmail, type ConfirmEmailProps } from "../own-profile/confirm-email.tsx";

export interface AskPageProps extends ConfirmEmailProps {
  readonly profile: ShownProfile;
  readonly takesRequests: boolean;
  readonly topics: readonly string[];
  readonly sent?: FormState | undefined;
}

/** What a member asks another one for. */
export function AskPage({ profile, takesRequests, topics, sent, account }: AskPageProps) {
  const { user, helpTopics = [] } = profile;
  const name = fullName(user);
  return (
    <div className="shell-column ask">
      <p>
        <ButtonLink variant="ghost" className="profile-back" href={paths.member(profile.userId)}>
          <ArrowLeftIcon />
          Profile
        </ButtonLink>
      </p>
      <Card className="ask-card" aria-labelledby="ask-title">
        <div className="ask-head">
          <Avatar initials={initials(user)} image={smallPictureAt(user.profileImageUrl)} />
          <div className="ask-who">
            <h1 id="ask-title">Ask {name} for help</h1>
            <p className="ask-quiet">{roleText(user)}</p>
          </div>
        </div>
        {sent?.failure && (
          <Callout tone="danger" title={sent.failure.title}>
            <p>{sent.failure.message}</p>
            {!takesRequests && <Written text={sent.values.note} />}
          </Callout>
        )}
        <ConfirmEmail account={account} />
        {!takesRequests
          ? (
            <div className="ask-closed">
              <p className="ask-over">Not taking requests right now</p>
              <ButtonLink variant="outline" href={paths.directory()}>Browse Directory</ButtonLink>
            </div>
          )
          : (
            <form className="ask-form" method="post" action={pagePaths.askForHelp()}>
              <input type="hidden" name="memberId" value={profile.userId} />
              {helpTopics.length > 0 && (
                <CheckboxGroup
                  legend="What about?"
                  name="topics"
                  options={helpTopics.map((value) => ({ value }))}
                  selected={topics}
                  layout="grid"
                >
                  {sent?.fields.topics && <p className="field-error">{sent.fields.topics}</p>}
                </CheckboxGroup>
              )}
              <TextArea
                label="Your question"
                name="note"
                id="ask-note"
                rows={7}
                required
                hint={`Up to ${
                  textLimits.note.toLocaleString("en-US")
                } characters. It is mailed to them with your name, and without your address.`}
                defaultValue={sent?.values.note}
                error={sent?.fields.note}
              />
              <Button type="submit">Send Request</Button>
            </form>
          )}
      </Card>
    </div>
  );
}
