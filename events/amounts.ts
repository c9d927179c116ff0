/** Writes a rule's number in a sentence, so that the text can't differ from the rule. */

/** Such as "1 person" or "1,200 people". @param many `one` with an "s" by default. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}

const numerals = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/** The same in words below ten: "three messages", "14 days". */
export function spelled(count: number, one: string, many?: string): string {
  const amount = counted(count, one, many);
  const numeral = numerals[count];
  return numeral === undefined ? amount : amount.replace(/^\d/, numeral);
}

const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A time in its largest whole unit: "seven days", "one hour". */
export function lasting(ms: number): string {
  if (ms % dayMs === 0) return spelled(ms / dayMs, "day");
  if (ms % hourMs === 0) return spelled(ms / hourMs, "hour");
  return spelled(Math.ceil(ms / minuteMs), "minute");
}

/** A size of at least a megabyte: "5 MB". */
export function megabytes(bytes: number): string {
  return `${Math.floor(bytes / 2 ** 20)} MB`;
}
