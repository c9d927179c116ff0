import { settingTexts } from "../../../../api/contract/settings.ts";
import type { OwnTopic } from "../../../../events/program/settings.ts";
import { fieldOf } from "../../../forms/form-state.ts";
import { Badge } from "../../../ui/badge.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { Fold } from "../fold.tsx";
import { Form, type SentProps } from "./form.tsx";

/** A help topic of the program's own, to rename, remove or restore. */
export function Topic({ topic, sent }: SentProps & { readonly topic: OwnTopic }) {
  const { id, label, isOffered } = topic;
  return (
    <li className="settings-topic stack gap-2 breakable">
      <p className="strong">
        <bdi>{label}</bdi> {!isOffered && <Badge tone="amber">Removed</Badge>}
      </p>
      <div className="program-do row">
        <Fold label="Rename" about={`: ${label}`} isOpen={sent !== undefined}>
          <Form does="rename-topic" label="Rename" accessibleLabel={`Rename: ${label}`} id={id}>
            <TextField
              {...fieldOf(sent, "label", label)}
              label="New name"
              required
              maxLength={settingTexts.topic}
              hint="Changes it everywhere: in profiles, requests and statistics."
            />
          </Form>
        </Fold>
        {isOffered
          ? (
            <Fold label="Remove topic" about={`: ${label}`}>
              <Form
                does="withdraw-topic"
                label="Remove topic"
                accessibleLabel={`Remove topic: ${label}`}
                id={id}
                variant="danger"
              >
                <p>Members can't choose it anymore. Profiles that have it keep it.</p>
              </Form>
            </Fold>
          )
          : (
            <Form
              does="offer-topic"
              label="Restore topic"
              accessibleLabel={`Restore topic: ${label}`}
              id={id}
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
