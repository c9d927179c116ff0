import type { ReactNode } from "react";
import { ActionForm as Form } from "../../forms/action-form.tsx";
import type { ConversationAction } from "./actions.ts";
import type { ConversationPageProps } from "./page.tsx";

export interface ActionFormProps {
  readonly to: Pick<ConversationPageProps, "action" | "formToken" | "reader">;
  readonly name: ConversationAction;
  /** Further fields that people don't see. */
  readonly more?: Readonly<Record<string, string>>;
  readonly children: ReactNode;
}

/** A form of a conversation. All of them post to one address, with their action's name. */
export function ActionForm({ to: { action, formToken }, name, more, children }: ActionFormProps) {
  return (
    <Form className="stack gap-4" action={action} hidden={{ action: name, formToken, ...more }}>
      {children}
    </Form>
  );
}
