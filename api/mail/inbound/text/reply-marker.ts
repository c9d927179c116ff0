/** First line of our letters. Replies can be cut there in any program and language. */
export const replyMarker = "## Write your reply above this line ##";

const words = wordsOf(replyMarker);

/** Whether a line has the marker, which programs may quote, make bold, or wrap over two lines. */
export function isReplyMarker(line: string, next: string): boolean {
  if (line.length > 200 || !/write|reply/i.test(line)) return false;
  const here = wordsOf(line);
  if (here.includes(words)) return true;
  const isBeginning = here !== "" && words.startsWith(here);
  return isBeginning && next.length <= 200 && `${here} ${wordsOf(next)}`.startsWith(words);
}

function wordsOf(line: string): string {
  return line.toLowerCase().replace(/[^a-z]+/g, " ").trim();
}

/** The end of a letter that can be answered by mail. */
export const letterEnd = "or reply to this email.";

const endWords = wordsOf(letterEnd);

/** Whether a line is the last sentence of such a letter: "Questions? Write to … or reply to this email." */
export function isLetterEnd(line: string): boolean {
  return line.length < 1000 && line.includes("@") && wordsOf(line).endsWith(endWords) &&
    /questions\? write to /i.test(line);
}
