/** Cards that most windows show. */
const fewest = 6;

/** How many cards are rendered before the others: those in the window, and those above them. */
export function cardsInView(): number {
  if (typeof document === "undefined") return fewest;
  const cards = [...document.querySelectorAll(".directory-list > li")];
  const below = cards.findIndex((card) => card.getBoundingClientRect().top >= innerHeight);
  return Math.max(below === -1 ? cards.length : below, fewest);
}
