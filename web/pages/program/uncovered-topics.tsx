import { Text } from "@radix-ui/themes";
import { shownDays } from "../../../api/features/directory/uncovered.ts";
import { spelled } from "../../../events/amounts.ts";
import { fewestShown } from "../../../api/features/home/activity.ts";
import type { Uncovered } from "../../../api/features/directory/uncovered.ts";

export const uncoveredTitle = "What no one covers";

export interface UncoveredTopicsProps {
  /** Topics that members searched for and no one offers. */
  readonly topics: Awaited<ReturnType<Uncovered["recent"]>>;
}

export function UncoveredTopics({ topics }: UncoveredTopicsProps) {
  return (
    <>
      <Text as="p" size="2" color="gray">
        Members looked for these help topics in the last{" "}
        {spelled(shownDays, "day")}, found no one, and told you.
      </Text>
      <ul>
        {topics.map(({ topic, told }) => <li key={topic}>{topic}: {timesText(told)}</li>)}
      </ul>
    </>
  );
}

function timesText(told: number): string {
  return told < fewestShown ? `fewer than ${fewestShown} times` : `${told} times`;
}
