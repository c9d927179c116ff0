import { Button, Text } from "@radix-ui/themes";
import { ActionForm } from "../../forms/action-form.tsx";
import { pagePaths, paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card } from "../../ui/card.tsx";

/** Shown once to people who chose "Not yet" when they accepted their invitation. */
export function ShowReminder({ hasProfile }: { readonly hasProfile: boolean }) {
  return (
    <section className="shell-column home-confirm" aria-labelledby="show-reminder-title">
      <Card className="stack gap-3">
        <Text as="p" weight="bold" id="show-reminder-title">Cadets can't find you yet</Text>
        <ShowReminderActions hasProfile={hasProfile} />
      </Card>
    </section>
  );
}

export function ShowReminderActions({ hasProfile }: { readonly hasProfile: boolean }) {
  return (
    <div className="row gap-3">
      {hasProfile
        ? (
          <ActionForm
            action={pagePaths.visibility()}
            hidden={{ isVisible: "true", from: "home" }}
          >
            <Button type="submit" size="3">Show me to cadets</Button>
          </ActionForm>
        )
        : <ButtonLink href={paths.editProfile()}>Complete your profile</ButtonLink>}
      <ActionForm action={pagePaths.showReminder()}>
        <Button type="submit" size="3" variant="outline">Don't remind me</Button>
      </ActionForm>
    </div>
  );
}
