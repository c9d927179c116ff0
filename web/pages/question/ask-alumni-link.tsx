import { Link, Text } from "@radix-ui/themes";
import type { Role } from "../../../events/vocabulary.ts";
import { pagePaths } from "../../paths.ts";

interface AskAlumniLinkProps {
  readonly reader: { readonly role: Role | null };
  readonly topic?: string | undefined;
  /** The question before the link, such as "Not sure whom to ask?". */
  readonly children: string;
}

/** Links cadets to the form that asks the program's alumni. Empty for others, who can't ask them. */
export function AskAlumniLink({ reader: { role }, topic, children }: AskAlumniLinkProps) {
  if (role !== "cadet") return null;
  return (
    <Text as="p" size="2" color="gray">
      {children} <Link href={pagePaths.askAlumni(topic)}>Ask the program's alumni</Link>
    </Text>
  );
}
