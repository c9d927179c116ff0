import { memo, type ReactNode } from "react";
import {
  armyBranches,
  dutyStatuses,
  helpTopics,
  privacySwitches,
  ranksFor,
  type Role,
} from "../../../events/vocabulary.ts";
import { Card } from "../../ui/card.tsx";
import { CheckboxGroup } from "../../ui/checkbox-group.tsx";
import { Select } from "../../ui/select.tsx";
import { Switch } from "../../ui/switch.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { audience, switchWords } from "../own-profile/shared-switches.ts";
import { EntryList } from "./entry-list.tsx";
import {
  controls,
  type EntryField,
  type ProfileFormValues,
  type TextField as TextName,
} from "./form-values.ts";
import { fieldId, fieldWords } from "./words.ts";

export interface SectionsProps {
  readonly role: Role;
  readonly program: string;
  readonly values: ProfileFormValues;
  /** Messages by field. */
  readonly errors: Readonly<Record<string, string>>;
  /** Called when a list has an entry more or less: that is no change of a field. */
  readonly onEntries?: () => void;
}

/** Everything that a profile says, section by section. Drawn anew only when it changes: it is long. */
export const Sections = memo(function Sections(
  { role, program, values, errors, onEntries }: SectionsProps,
) {
  const words = fieldWords(role, program);
  const field = (name: TextName) => ({
    id: fieldId(name),
    name,
    label: words[name].label,
    placeholder: words[name].example ?? "",
    defaultValue: values[name],
    error: errors[name],
  });
  const list = (name: EntryField) => ({
    name,
    entries: values[name],
    error: errors[name],
    onCount: onEntries,
  });
  const needed = { "aria-required": true } as const;

  return (
    <>
      <Section title="Military Background">
        <div className="profile-form-columns">
          <TextField {...field("classYear")} {...needed} maxLength={200} />
          <Select {...field("rank")} {...needed} options={ranksFor(role)} />
          <Select {...field("armyBranch")} {...needed} options={armyBranches} />
          <TextField {...field("mos")} {...needed} maxLength={200} />
          <Select {...field("dutyStatus")} options={dutyStatuses} />
        </div>
      </Section>
      <Section title="Current Information">
        <div className="profile-form-columns">
          <TextField {...field("jobTitle")} autoComplete="organization-title" maxLength={200} />
          <TextField {...field("company")} autoComplete="organization" maxLength={200} />
          <TextField {...field("industry")} maxLength={200} />
          <TextField {...field("location")} maxLength={200} />
        </div>
        <EntryList {...list("expertise")} />
        <TextArea {...field("bio")} maxLength={4000} />
      </Section>
      <Section
        title="Contact Information"
        hint="At least one email address. Members who can see your profile can see these."
      >
        <div className="profile-form-columns">
          <TextField {...field("primaryEmail")} type="email" autoComplete="email" />
          <TextField {...field("secondaryEmail")} type="email" />
          <TextField {...field("phoneNumber")} type="tel" autoComplete="tel" maxLength={200} />
          <TextField {...field("linkedinUrl")} type="url" maxLength={500} />
        </div>
      </Section>
      <Section title="Help Topics" id={fieldId("helpTopics")}>
        <CheckboxGroup
          legend="What can you help with?"
          name="helpTopics"
          options={helpTopics.map((value) => ({ value }))}
          selected={values.helpTopics}
          layout="grid"
        >
          {errors.helpTopics && <p className="field-error">{errors.helpTopics}</p>}
        </CheckboxGroup>
      </Section>
      <Section title="Army Schools">
        <EntryList {...list("armySchools")} isLegendHidden />
      </Section>
      <Section title="Previous Positions">
        <EntryList {...list("previousPositions")} isLegendHidden />
      </Section>
      <Section title="Privacy Settings">
        <Switch
          name={controls.isVisible}
          label="Show my profile in the directory"
          description="A hidden profile is seen by nobody but you."
          meaning={audience}
          defaultChecked={values.isVisible}
        />
        <fieldset className="profile-form-shared">
          <legend className="field-label">What others see</legend>
          {privacySwitches.map((name) => (
            <Switch
              key={name}
              name={controls.shared(name)}
              {...switchWords[name]}
              meaning={audience}
              defaultChecked={values.sharedFields[name]}
            />
          ))}
        </fieldset>
      </Section>
    </>
  );
});

interface SectionProps {
  readonly title: string;
  readonly id?: string;
  readonly hint?: string;
  readonly children: ReactNode;
}

function Section({ title, id, hint, children }: SectionProps) {
  const titleId = `section-${title.toLowerCase().replaceAll(" ", "-")}`;
  return (
    <Card
      className="profile-form-section"
      id={id}
      // A message about it leads here.
      tabIndex={id === undefined ? undefined : -1}
      aria-labelledby={titleId}
    >
      <div>
        <h2 className="profile-form-title" id={titleId}>{title}</h2>
        {hint && <p className="field-hint">{hint}</p>}
      </div>
      {children}
    </Card>
  );
}
