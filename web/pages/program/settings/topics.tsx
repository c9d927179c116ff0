import { settingTexts } from "../../../../api/contract/settings.ts";
import type { OwnTopic } from "../../../../events/program/settings.ts";
import { Badge } from "../../../ui/badge.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { Form, type SentProps } from "./form.tsx";

/** A help topic of the program's own, and what can become of it. */
export function Topic({ topic, sent }: SentProps & { readonly topic: OwnTopic }) {
  const { id, label, isOffered } = topic;
  return (
    <li className="settings-topic">
      <p className="settings-topic-name">
        <bdi>{label}</bdi> {!isOffered && <Badge tone="amber">Taken away</Badge>}
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
              hint="It changes in every profile, request and statistic that has the topic."
            />
          </Form>
        </details>
        {isOffered
          ? (
            <details className="program-fold">
              <summary>
                Take Away<span className="visually-hidden">: {label}</span>
              </summary>
              <Form
                does="withdraw-topic"
                label="Take Away"
                accessibleLabel={`Take away: ${label}`}
                id={id}
                variant="danger"
              >
                <p>Nobody can choose it any more. Profiles that have it keep it.</p>
              </Form>
            </details>
          )
          : (
            <Form
              does="offer-topic"
              label="Offer Again"
              accessibleLabel={`Offer again: ${label}`}
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
    <Form does="add-topic" label="Add Topic">
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
