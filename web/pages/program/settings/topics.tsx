import { Badge, Text } from "@radix-ui/themes";
import { settingTexts } from "../../../../api/contract/settings.ts";
import type { OwnTopic } from "../../../../events/program/settings.ts";
import { ActionButton } from "../../../forms/action-form.tsx";
import { fieldOf } from "../../../forms/form-state.ts";
import { pagePaths } from "../../../paths.ts";
import { TextField } from "../../../ui/fields/field.tsx";
import { FoldedForm } from "../frame.tsx";
import { Form, type SentProps } from "./form.tsx";

export function Topic({ topic, sent }: SentProps & { readonly topic: OwnTopic }) {
  const { id, label, isOffered } = topic;
  const form = { action: pagePaths.programSettings(), hidden: { id } };
  return (
    <li className="settings-topic stack gap-2 breakable">
      <Text as="p" weight="bold">
        <bdi>{label}</bdi> {!isOffered && <Badge color="amber">Removed</Badge>}
      </Text>
      <div className="program-do row">
        <FoldedForm
          {...form}
          does="rename-topic"
          label="Rename"
          about={`: ${label}`}
          isNamed
          isOpen={sent !== undefined}
          fields={
            <TextField
              {...fieldOf(sent, "label", label)}
              label="New name"
              required
              maxLength={settingTexts.topic}
              hint="Changes it everywhere: in profiles, requests and statistics."
            />
          }
        />
        {isOffered
          ? (
            <FoldedForm
              {...form}
              does="withdraw-topic"
              label="Remove topic"
              about={`: ${label}`}
              isNamed
              color="red"
            >
              Members can't choose it anymore. Profiles that have it keep it.
            </FoldedForm>
          )
          : (
            <ActionButton
              {...form}
              does="offer-topic"
              label="Restore topic"
              about={label}
              variant="outline"
            />
          )}
      </div>
    </li>
  );
}

export function AddTopic({ sent }: SentProps) {
  return (
    <Form does="add-topic" label="Add topic">
      <TextField
        {...fieldOf(sent, "label")}
        label="New help topic"
        required
        maxLength={settingTexts.topic}
        placeholder="e.g., Civil Affairs"
      />
    </Form>
  );
}
