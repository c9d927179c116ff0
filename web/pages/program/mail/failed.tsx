import { Text } from "@radix-ui/themes";
import type { Explained } from "../../../../api/mail/setup/explain-failure.ts";
import { Notice } from "../../../ui/notice.tsx";

/** Why mail can't be sent, with the server's own message. */
export function Failed({ title, why, todo, words }: Explained & { readonly title: string }) {
  return (
    <Notice tone="danger" title={title}>
      <Text as="p">{why} {todo}</Text>
      {words !== undefined && <Text as="p">It said: “{words}”</Text>}
    </Notice>
  );
}
