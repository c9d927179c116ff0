/** Whether a text is all capitals or all small letters: then its case means nothing. */
export function isSingleCase(text: string): boolean {
  return text === text.toUpperCase() || text === text.toLowerCase();
}

const particles = /^(?:de|del|della|di|da|das|dos|la|las|los|y|von|der|den)$/;

/** A last name or place in usual case: O'Neill, McDonald, de la Cruz, Smith-Jones. Mixed case stays. */
export function properCase(text: string): string {
  if (!isSingleCase(text)) return text;
  return text.toLowerCase().split(" ")
    .map((word, at, all) => particles.test(word) && at < all.length - 1 ? word : properWord(word))
    .join(" ");
}

/** First names in usual case; two consonants are initials: "TJ". */
export function properFirstName(text: string): string {
  if (!isSingleCase(text)) return text;
  return text.split(" ").map((word) =>
    /^[B-DF-HJ-NP-TV-XZ]{2}$/.test(word) || /^(?:\p{Lu}\.)+$/u.test(word)
      ? word
      : properWord(word.toLowerCase())
  ).join(" ");
}

function properWord(word: string): string {
  return word.replace(
    /^\p{L}|(?<=[-(/“"])\p{L}|(?<=^mc|-mc)\p{L}|(?<=^[od]['’]|-[od]['’])\p{L}/gu,
    (letter) => letter.toUpperCase(),
  ).replace(/^(ii|iii|iv)$/, (numeral) => numeral.toUpperCase());
}
