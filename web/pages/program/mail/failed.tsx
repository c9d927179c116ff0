import type { Explained } from "../../../../api/mail/setup/explain-failure.ts";
import { Callout } from "../../../ui/callout.tsx";

/** Why mail can't be sent, with the server's own words. */
export function Failed({ title, why, todo, words }: Explained & { readonly title: string }) {
  return (
    <Callout tone="danger" title={title}>
      <p>{why} {todo}</p>
      {words !== undefined && <p>It said: “{words}”</p>}
    </Callout>
  );
}
