import { lookup } from "node:dns";
import type { LookupFunction } from "node:net";

type Answer = Parameters<LookupFunction>[2];

/**
 * Looks names up as Node does, but asks for the same name once at a time: everyone who asks meanwhile
 * gets the same answer. A question that no name server answers keeps a thread for ten seconds, and there
 * are thirty of them, for which everybody's files wait, too.
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
