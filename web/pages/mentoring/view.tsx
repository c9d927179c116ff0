import { Button, Text } from "@radix-ui/themes";
import type { MentoringSettings } from "../../../api/contract/connections.ts";
import { capacities } from "../../../events/connections/limits.ts";
import { ActionForm } from "../../forms/action-form.tsx";
import { FormFailure } from "../../forms/form-failure.tsx";
import type { FormState } from "../../forms/form-state.ts";
import type { Member } from "../../page-env.ts";
import { pagePaths, paths } from "../../paths.ts";
import { Card } from "../../ui/card.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { Switch } from "../../ui/fields/switch.tsx";
import { comingMonths } from "../connections/words.ts";
import { WhoSeesContacts } from "../contacts/who-sees.tsx";
import { BackLink, PageHead } from "../page-head.tsx";
import { AskStateButton, askStateOf, askStateText } from "./ask-state.tsx";

interface MentoringPageProps {
  readonly member: Member;
  /** With a pause only while it lasts. */
  readonly settings: MentoringSettings;
  readonly now: Date;
  readonly sent: FormState | undefined;
}

const numbers = Array.from(
  { length: capacities.most - capacities.least + 1 },
  (_, index) => String(capacities.least + index),
);

export function MentoringPage({ member, settings, now, sent }: MentoringPageProps) {
  const { takesRequests, capacity, pausedUntil, wantsReminders } = settings;
  const state = askStateOf(member, settings);
  return (
    <div className="shell-column page-stack">
      <BackLink to={paths.connections()} label="Connections" />
      <PageHead title="Mentoring">How cadets ask you for help, and how often</PageHead>
      <Card className="mentoring-state split" aria-label="Now">
        <Text as="p" weight="medium">{askStateText(state)}</Text>
        <AskStateButton state={state} />
      </Card>
      <Card className="stack gap-4" aria-label="Settings">
        <FormFailure sent={sent} />
        <ActionForm className="narrow stack gap-4" action={pagePaths.mentoring()}>
          <Switch
            label="I take requests for help"
            name="takesRequests"
            defaultChecked={takesRequests}
          />
          <Select
            label="Conversations at a time"
            name="capacity"
            options={numbers}
            defaultValue={String(capacity)}
            error={sent?.fields.capacity}
          />
          <Select
            label="Pause new requests"
            name="pausedUntil"
            options={[
              { value: "", label: "Not paused" },
              ...pausedUntil === "resumed" ? [{ value: "resumed", label: "Until I resume" }] : [],
              ...comingMonths(now).map(({ value, label }) => ({ value, label: `Until ${label}` })),
            ]}
            defaultValue={pausedUntil ?? ""}
            hint="You'll get new requests again on the first day of that month."
            error={sent?.fields.pausedUntil}
          />
          <Switch
            label="Remind me by email"
            description="About requests that are waiting for my answer"
            name="wantsReminders"
            defaultChecked={wantsReminders}
          />
          <Button type="submit" size="3">Save settings</Button>
        </ActionForm>
      </Card>
      <div className="stack gap-2">
        <Text as="p" size="2" color="gray">
          What you and cadets write to each other goes through this site. Conversations stay open
          while new requests are paused.
        </Text>
        <WhoSeesContacts member={member} />
      </div>
    </div>
  );
}
