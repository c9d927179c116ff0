import { settingTexts } from "../../../../api/contract/settings.ts";
import type { OwnTopic } from "../../../../events/program/settings.ts";
import { Badge } from "../../../ui/badge.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { Form, type SentProps } from "./form.tsx";

/** A help topic of the program's own, to rename, remove or restore. */
export function Topic({ topic, sent }: SentProps & { readonly topic: OwnTopic }) {
  const { id, label, isOffered } = topic;
  return (
    <li className="settings-topic stack gap-2 breakable">
      <p className="strong">
        <bdi>{label}</bdi> {!isOffered && <Badge tone="amber">Removed</Badge>}
      </p>
      <div className="program-do">
        <details className="program-fold" open={sent !== undefined}>
          <summary>
            Rename<span className="visually-hidden">: {label}</span>
          </summary>
          <Form does="rename-topic" label="Rename" accessibleLabel={`Rename: ${label}`} id={id}>
            <TextField
              label="New name"
              name="label"
              required
              maxLength={settingTexts.topic}
              defaultValue={sent?.values.label ?? label}
              error={sent?.fields.label}
              autoFocus={sent?.fields.label !== undefined}
              hint="Changes it everywhere: in profiles, requests and statistics."
            />
          </Form>
        </details>
        {isOffered
          ? (
            <details className="program-fold">
              <summary>
                Remove topic<span className="visually-hidden">: {label}</span>
              </summary>
              <Form
                does="withdraw-topic"
                label="Remove topic"
                accessibleLabel={`Remove topic: ${label}`}
                id={id}
                variant="danger"
              >
                <p>Members can't choose it anymore. Profiles that have it keep it.</p>
              </Form>
            </details>
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
        label="New help topic"
        name="label"
        required
        maxLength={settingTexts.topic}
        placeholder="e.g., Civil Affairs"
        defaultValue={sent?.values.label}
        error={sent?.fields.label}
        autoFocus={sent?.fields.label !== undefined}
      />
    </Form>
  );
}
