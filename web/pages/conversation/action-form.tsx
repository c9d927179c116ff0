import { ActionForm as Form, type ActionFormProps as FormProps } from "../../forms/action-form.tsx";
import type { ConversationAction } from "./actions.ts";
import type { ConversationPageProps } from "./props.ts";

export interface ActionFormProps extends Omit<FormProps, "action" | "hidden"> {
  readonly to: Pick<ConversationPageProps, "action" | "formToken" | "reader" | "isSignedIn">;
  readonly name: ConversationAction;
  /** Further hidden fields. */
  readonly more?: Readonly<Record<string, string>>;
}

/** A form of a conversation. All forms post to one address, with their action's name. */
export function ActionForm(
  { to: { action, formToken }, name, more, ...form }: ActionFormProps,
) {
  const hidden = { action: name, formToken, ...more };
  return <Form className="stack gap-4" action={action} hidden={hidden} {...form} />;
}
