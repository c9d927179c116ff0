import type { Role } from "../vocabulary.ts";

/** The clear facts that statistics are made of; which are there depends on the event's type. */
export interface Facts {
  readonly role?: Role | null;
  readonly previousRole?: Role | null;
  readonly classYears?: string | null;
  readonly rank?: string;
  readonly armyBranch?: string;
  readonly dutyStatus?: string | null;
  readonly industryCode?: string | null;
  readonly regionCode?: string | null;
  readonly helpTopics?: readonly string[];
}

/** Short texts say one of a few hundred things; to look a long one up costs more than to read it. */
const maxLength = 64;
const maxRemembered = 20_000;
const nothing: Facts = {};

/** Reads facts from their text; those of short texts are remembered. */
export function createFactsReader(): (text: string) => Facts {
  const remembered = new Map<string, Facts>();
  return (text) => {
    if (isOnlyNames(text)) return nothing;
    if (text.length > maxLength) return JSON.parse(text) as Facts;
    const known = remembered.get(text);
    if (known !== undefined) return known;
    const facts = JSON.parse(text) as Facts;
    if (remembered.size >= maxRemembered) remembered.clear();
    remembered.set(copyOf(text), facts);
    return facts;
  };
}

/** Whether a change names fields and says nothing of them in clear, as most changes do. */
function isOnlyNames(text: string): boolean {
  return text.startsWith('{"changed":[') && text.indexOf("]") === text.length - "]}".length;
}

/** A text of its own: a part that is cut out of a page would keep the whole page in memory. */
function copyOf(text: string): string {
  return [...text].join("");
}
