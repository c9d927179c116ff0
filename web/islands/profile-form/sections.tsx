import { FieldError, TextArea, TextField } from "../../ui/fields/field.tsx";
import { Heading, Text } from "@radix-ui/themes";
import { memo, type ReactNode } from "react";
import {
  type EntryField,
  exampleOf,
  type FieldName,
  formSections,
  labelOf,
  maxLengthOf,
  profileField,
} from "../../../events/members/profile-fields.ts";
import { type ContactField, contactField } from "../../../events/members/contact-fields.ts";
import { privacySwitches } from "../../../events/vocabulary.ts";
import { Card } from "../../ui/card.tsx";
import { useHasScript } from "../../ui/has-script.ts";
import { CheckboxGroup } from "../../ui/fields/checkbox-group.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { Switch } from "../../ui/fields/switch.tsx";
import { audience, besideField, seenByStaff, switchWords } from "../profile/shared-switches.ts";
import { AudienceSelect, chosenForAll } from "../profile/audience-select.tsx";
import { EntryList } from "./entry-list.tsx";
import { controls, type ProfileFormValues, type TextField as TextName } from "./form-values.ts";
import type { SaveOptions } from "./use-save.ts";
import { fieldId, offersId, sectionId } from "./words.ts";

interface SectionsProps extends Pick<SaveOptions, "role" | "ownTopics" | "errors"> {
  readonly program: string;
  readonly values: ProfileFormValues;
  /** Called when an entry was added to a list or removed, since that fires no change event. */
  readonly onEntries?: () => void;
}

const inputOf = {
  year: { inputMode: "numeric" },
  text: {},
  phone: { type: "tel" },
  link: { type: "url" },
  email: { type: "email" },
} as const;

/** All fields of a profile, section by section. Rendered only when it changes, since it is long. */
export const Sections = memo(function Sections(
  { role, program, values, ownTopics, errors, onEntries }: SectionsProps,
) {
  const owner = { role, program };
  const hasScript = useHasScript();
  const common = (name: TextName) => {
    const { required, autoComplete } = profileField[name];
    return {
      id: fieldId(name),
      name,
      label: labelOf(name, owner),
      placeholder: exampleOf(name, owner),
      defaultValue: values[name],
      error: errors[name],
      ...(required !== undefined && { "aria-required": true }),
      ...(autoComplete !== undefined && { autoComplete }),
    } as const;
  };
  const line = (name: TextName) => ({
    ...common(name),
    maxLength: maxLengthOf(name),
    list: hasScript ? undefined : offersId(name),
  });

  function field(name: FieldName, section: string): ReactNode {
    const { kind, choices = [], offered } = profileField[name];
    switch (kind) {
      case "choice":
        return (
          <Select
            key={name}
            {...common(name as TextName)}
            options={offered?.(role) ?? choices}
          />
        );
      case "year":
      case "text":
      case "phone":
      case "link":
      case "email":
        return (
          <TextField
            key={name}
            {...(kind === "email" ? common : line)(name as TextName)}
            {...inputOf[kind]}
          />
        );
      case "long text":
        return <TextArea key={name} {...common(name as TextName)} maxLength={maxLengthOf(name)} />;
      case "entries":
        return (
          <EntryList
            key={name}
            name={name as EntryField}
            entries={values[name as EntryField]}
            error={errors[name]}
            isLegendHidden={labelOf(name, owner) === section}
            onCount={onEntries}
          />
        );
      case "topics":
        return (
          <CheckboxGroup
            key={name}
            legend="What can you help with?"
            name={name}
            options={topicsFor([...choices, ...ownTopics.map(({ label }) => label)], values)}
            selected={values.helpTopics}
            layout="grid"
          >
            {errors[name] && <FieldError>{errors[name]}</FieldError>}
          </CheckboxGroup>
        );
    }
  }

  return (
    <>
      {formSections.map(({ title, hint, fields }) => {
        const short = fields.filter((name) =>
          !isWide(name) && !isContact(name) && switchBeside(name) === undefined
        );
        const topics = fields.find((name) => profileField[name].kind === "topics");
        return (
          <Section
            key={title}
            title={title}
            hint={fields.some(isContact)
              ? `${hint} ${chosenForAll(values.contactAudiences)}`
              : hint}
            id={topics && fieldId(topics)}
          >
            {short.length > 0 && (
              <div className="columns top">{short.map((name) => field(name, title))}</div>
            )}
            {fields.filter(isContact).map((name) => (
              <div key={name} className="profile-form-contact columns top">
                {field(name, title)}
                <AudienceSelect
                  contact={name}
                  name={controls.audience(name)}
                  defaultValue={values.contactAudiences[name]}
                />
              </div>
            ))}
            {fields.map((name) => {
              const shown = switchBeside(name);
              return shown && (
                <div key={name} className="columns top">
                  {field(name, title)}
                  <Switch
                    name={controls.shared(shown)}
                    {...besideField[shown]}
                    meaning={audience}
                    defaultChecked={values.sharedFields[shown]}
                  />
                </div>
              );
            })}
            {fields.filter(isWide).map((name) => field(name, title))}
          </Section>
        );
      })}
      <Section title="Privacy Settings">
        <Switch
          name={controls.isVisible}
          label="Show my profile in the directory"
          description={`Only you can see a hidden profile. ${seenByStaff}`}
          meaning={audience}
          defaultChecked={values.isVisible}
        />
        <fieldset className="profile-form-shared ruled">
          <legend className="field-label">What others see</legend>
          {privacySwitches.filter((name) => !(name in besideField)).map((name) => (
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

/** Offered topics, and chosen ones that are no longer offered. */
function topicsFor(offered: readonly string[], { helpTopics }: ProfileFormValues) {
  return [...new Set([...offered, ...helpTopics])].map((value) => ({ value }));
}

/** The switch beside this field, if it isn't among those of the whole profile. */
function switchBeside(name: FieldName): keyof typeof besideField | undefined {
  const { sharedBy } = profileField[name];
  return sharedBy in besideField ? sharedBy as keyof typeof besideField : undefined;
}

function isContact(name: FieldName): name is ContactField {
  return Object.hasOwn(contactField, name);
}

/** Whether it spans the width of its section. */
function isWide(name: FieldName): boolean {
  return ["long text", "entries", "topics"].includes(profileField[name].kind);
}

interface SectionProps {
  readonly title: string;
  readonly id?: string | undefined;
  readonly hint?: string | undefined;
  readonly children: ReactNode;
}

function Section({ title, id, hint, children }: SectionProps) {
  const titleId = sectionId(title);
  return (
    <Card
      className="profile-form-section stack gap-5"
      id={id}
      // A message about it links here.
      tabIndex={id === undefined ? undefined : -1}
      aria-labelledby={titleId}
    >
      <div>
        <Heading as="h2" size="4" id={titleId}>{title}</Heading>
        {hint && <Text as="p" size="2" color="gray">{hint}</Text>}
      </div>
      {children}
    </Card>
  );
}
