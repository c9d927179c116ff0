import type { ReactNode } from "react";
import type { ConversationAction } from "./actions.ts";
import type { ConversationPageProps } from "./page.tsx";

export interface ActionFormProps {
  readonly to: Pick<ConversationPageProps, "action" | "formToken" | "reader">;
  readonly name: ConversationAction;
  readonly children: ReactNode;
}

/** All forms of the page post to one address, and say what they are. */
export function ActionForm({ to: { action, formToken }, name, children }: ActionFormProps) {
  return (
    <form className="conversation-form stack gap-4 start" method="post" action={action}>
      <input type="hidden" name="action" value={name} />
      {formToken !== undefined && <input type="hidden" name="formToken" value={formToken} />}
      {children}
    </form>
  );
}
