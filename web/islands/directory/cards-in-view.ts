/** As many as most windows show. */
const fewest = 6;

/** How many cards of a list are drawn before the others: those that reach into the window, and what is before them. */
export function cardsInView(): number {
  if (typeof document === "undefined") return fewest;
  const cards = [...document.querySelectorAll(".directory-list > li")];
  const below = cards.findIndex((card) => card.getBoundingClientRect().top >= innerHeight);
  return Math.max(below === -1 ? cards.length : below, fewest);
}
