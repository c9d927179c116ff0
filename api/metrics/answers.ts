import type { AnswerCache } from "../answers/answer-cache.ts";
import type { Reading } from "./metrics.ts";

/** Memory and hit rate of the answer cache. */
export function answerReadings(answers: AnswerCache): Reading[] {
  const reads = (outcome: keyof AnswerCache["reads"]): Reading => ({
    name: "alumni_page_cache_reads_total",
    help: "Answers and parts of pages that were asked of the cache",
    labels: { outcome },
    isCounter: true,
    read: () => answers.reads[outcome],
  });
  return [
    {
      name: "alumni_page_cache_bytes",
      help: "Memory that cached answers and parts of pages take, of 64 MB at most",
      read: () => answers.byteLength,
    },
    reads("hits"),
    reads("misses"),
  ];
}
