import type { ReactNode } from "react";
import { ActionForm, type ActionFormProps } from "../../forms/action-form.tsx";
import { Button, type ButtonProps } from "../../ui/button.tsx";

interface FoldedFormProps
  extends Pick<ActionFormProps, "action" | "hidden">, Pick<ButtonProps, "variant"> {
  readonly label: string;
  /** Text after the label for assistive technology, such as the person's name. */
  readonly about?: string;
  /** Whether the button in the form is named with `about`, too. */
  readonly isNamed?: boolean;
  readonly isOpen?: boolean;
  /** Name of the action, for the route. */
  readonly does?: string;
  /** The button's text, if it differs from the label. */
  readonly submit?: string;
  readonly fields?: ReactNode;
  /** What happens then. */
  readonly children?: ReactNode;
}

/** A button that opens a form of one button, so that the action asks first. */
export function FoldedForm(props: FoldedFormProps) {
  const { label, about, isNamed, isOpen, action, hidden, does, submit = label } = props;
  return (
    <details className="program-fold" open={isOpen}>
      <summary className="button button-outline">
        {label}
        {about && <span className="visually-hidden">{about}</span>}
      </summary>
      <ActionForm className="stack" action={action} hidden={hidden}>
        {props.children && <p>{props.children}</p>}
        {props.fields}
        <Button
          type="submit"
          name={does && "does"}
          value={does}
          variant={props.variant}
          aria-label={isNamed ? submit + about : undefined}
        >
          {submit}
        </Button>
      </ActionForm>
    </details>
  );
}
