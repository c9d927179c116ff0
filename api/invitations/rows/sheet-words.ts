import type { Topics } from "../../../events/program/topics.ts";
import { type ArmyField, type ArmyWords, readArmyWords } from "./choices.ts";
import { readIndustry, readTopic } from "./lists.ts";

/** What the words of one spreadsheet's cells mean. The same few come again and again: each is read once. */
export interface SheetWords {
  army(field: ArmyField, cell: string): ArmyWords;
  industry(cell: string): string;
  topic(text: string): string | undefined;
}

export function createSheetWords(topics: Topics): SheetWords {
  const army = new Map<string, (cell: string) => ArmyWords>();
  return {
    army(field, cell) {
      const read = army.get(field) ?? once((text) => readArmyWords(field, text));
      army.set(field, read);
      return read(cell);
    },
    industry: once(readIndustry),
    topic: once((text) => readTopic(text, topics)),
  };
}

function once<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, { readonly value: T }>();
  return (text) => {
    const found = known.get(text) ?? { value: read(text) };
    known.set(text, found);
    return found.value;
  };
}
