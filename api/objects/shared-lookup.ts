import { lookup } from "node:dns";
import type { LookupFunction } from "node:net";

type LookupCallback = Parameters<LookupFunction>[2];

/**
 * DNS lookup that shares one query among callers. An unanswered lookup blocks one of thirty
 * threads, which file access needs, too, for ten seconds.
 */
export function createSharedLookup(ask: LookupFunction = lookup as LookupFunction): LookupFunction {
  const waiting = new Map<string, LookupCallback[]>();
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
