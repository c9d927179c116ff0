import { Button, Text } from "@radix-ui/themes";
import type { MentoringSettings } from "../../../api/contract/connections.ts";
import type { PublicUser } from "../../../api/contract/profile.ts";
import { capacities } from "../../../events/connections/limits.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { ActionForm } from "../../forms/action-form.tsx";
import { roleTraits } from "../../../events/vocabulary.ts";
import { FormFailure } from "../../forms/form-failure.tsx";
import type { FormState } from "../../forms/form-state.ts";
import { fullName } from "../../islands/profile/display.ts";
import { pagePaths } from "../../paths.ts";
import { Notice } from "../../ui/notice.tsx";
import { TitledCard } from "../../ui/card.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { Switch } from "../../ui/fields/switch.tsx";
import { WhoSeesContacts } from "../contacts/who-sees.tsx";
import { comingMonths, monthText } from "./words.ts";
import { MemberAvatar } from "../member-avatar.tsx";

export interface MentoringProps {
  readonly member: MemberRecord;
  readonly settings: MentoringSettings;
  readonly now: Date;
  readonly sent?: FormState | undefined;
}

const numbers = Array.from(
  { length: capacities.most - capacities.least + 1 },
  (_, index) => String(capacities.least + index),
);

export function Mentoring({ member, settings, now, sent }: MentoringProps) {
  const { takesRequests, capacity, pausedUntil, wantsReminders } = settings;
  const isMentor = member.role !== null && roleTraits[member.role].takesRequests === true;
  return (
    <TitledCard
      id="settings"
      title="Requests for Help"
      titleId="settings-title"
    >
      <Text as="p" size="2" color="gray">
        {takesRequests || isMentor
          ? "Members can ask you for help here. What you write to each other goes through this site."
          : "You can help others, too. Once you take requests, members can ask you for help here."}
      </Text>
      <WhoSeesContacts member={member} />
      <FormFailure sent={sent} />
      {pausedUntil !== null && takesRequests && (
        <ActionForm className="narrow stack gap-4" action={pagePaths.mentoring()}>
          <Notice
            tone="warning"
            title={pausedUntil === "resumed"
              ? "New requests are paused because two weren't answered"
              : `New requests are paused until ${monthText(pausedUntil)}`}
          >
            <Text as="p">
              Members can't ask you for help until then. Your conversations stay open.
            </Text>
          </Notice>
          <Button type="submit" name="resume" value="true" size="3" variant="outline">
            Take requests again
          </Button>
        </ActionForm>
      )}
      <ActionForm className="narrow stack gap-4" action={pagePaths.mentoring()}>
        <Switch
          label="I take requests for help"
          name="takesRequests"
          defaultChecked={takesRequests}
        />
        {(takesRequests || isMentor) && (
          <>
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
                ...comingMonths(now).map(({ value, label }) => ({
                  value,
                  label: `Until ${label}`,
                })),
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
          </>
        )}
        <Button type="submit" size="3">Save settings</Button>
      </ActionForm>
    </TitledCard>
  );
}

export function Blocked({ members }: { readonly members: readonly PublicUser[] }) {
  return (
    <TitledCard title="Blocked People" titleId="blocked-title">
      {members.length === 0
        ? <Text as="p" size="2" color="gray">You haven't blocked anyone.</Text>
        : (
          <>
            <Text as="p" size="2" color="gray">
              You won't see requests from them. We don't tell them that you blocked them.
            </Text>
            <ul role="list">
              {members.map((member) => (
                <li key={member.id} className="connections-blocked list-entry beside middle gap-3">
                  <MemberAvatar size="small" of={member} />
                  <span className="breakable">{fullName(member)}</span>
                  <ActionForm action={pagePaths.unblock()} hidden={{ memberId: member.id }}>
                    <Button
                      type="submit"
                      aria-label={`Unblock ${fullName(member)}`}
                      size="2"
                      variant="outline"
                    >
                      Unblock
                    </Button>
                  </ActionForm>
                </li>
              ))}
            </ul>
          </>
        )}
    </TitledCard>
  );
}
