import { Text } from "@radix-ui/themes";
import type { AskedQuestion } from "../../../api/contract/questions.ts";
import { askingText } from "./words.ts";

/** A question as alumni read it, also used for the cadet's preview. */
export function AsAlumniSeeIt(
  { topic, text, ...shown }: Pick<AskedQuestion, "topic" | "text" | "classYear" | "armyBranch">,
) {
  return (
    <figure className="stack gap-2 breakable">
      <figcaption>
        <Text as="p" size="2" color="gray">
          {askingText({ ...shown, topic })}
        </Text>
      </figcaption>
      <blockquote className="conversation-text">{text}</blockquote>
    </figure>
  );
}
