import { lookup } from "node:dns";
import type { LookupFunction } from "node:net";

type Answer = Parameters<LookupFunction>[2];

/**
 * DNS lookup that shares one question among all who ask for the same name at once. A name that no
 * server answers blocks a thread for ten seconds. There are thirty threads, and file access needs them,
 * too.
 */
export function createSharedLookup(ask: LookupFunction = lookup as LookupFunction): LookupFunction {
  const waiting = new Map<string, Answer[]>();
  return (name, options, answer) => {
    const question = JSON.stringify([name, options]);
    const others = waiting.get(question);
    if (others !== undefined) return void others.push(answer);
    const all = [answer];
    waiting.set(question, all);
    ask(name, options, (...result) => {
      waiting.delete(question);
      for (const one of all) one(...result);
    });
  };
}
