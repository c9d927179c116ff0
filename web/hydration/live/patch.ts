/**
 * Updates the page of a conversation to the server's current version. Typed text, focus and scroll position
 * stay.
 *
 * @param next The same part of the page, from the server.
 */
export function patchConversation(root: HTMLElement, next: HTMLElement): void {
  const anchor = document.activeElement;
  const anchorTop = anchor?.getBoundingClientRect().top;
  patchMessages(root, next);
  patchHead(root, next);
  patchFeedback(root, next);
  patchActions(root, next);
  const moved = document.activeElement?.getBoundingClientRect().top;
  // The field that has the focus stays where it was, though there is more above it.
  if (anchor !== document.body && anchorTop !== undefined && moved !== undefined) {
    scrollBy({ top: moved - anchorTop, behavior: "instant" });
  }
}

function patchMessages(root: HTMLElement, next: HTMLElement): void {
  const [log, nextLog] = [root, next].map((one) => one.querySelector(".conversation-log"));
  if (!log || !nextLog) return;
  const list = log.querySelector("ol");
  const nextList = nextLog.querySelector("ol");
  if (list === null || nextList?.dataset.part !== "news") return replaceMessages(root, next);
  for (const item of [...nextList.children]) {
    if (document.getElementById(item.id)) continue;
    if (item.classList.contains("conversation-by-them")) item.classList.add("conversation-new");
    else list.querySelector(".conversation-sending")?.remove();
    list.append(document.adoptNode(item));
  }
}

/** Replaces all messages: there is more than one page of new ones, or shown ones were deleted. */
function replaceMessages(root: HTMLElement, next: HTMLElement): void {
  const [section, other] = [root, next].map((one) => one.querySelector(".conversation-section"));
  const [log, nextLog] = [section, other].map((one) => one?.querySelector(".conversation-log"));
  if (!section || !log || !nextLog || log.innerHTML === nextLog.innerHTML) return;
  for (const older of section.querySelectorAll(".conversation-earlier, .conversation-older")) {
    older.remove();
  }
  const earlier = other?.querySelector(".conversation-earlier");
  if (earlier) log.before(document.adoptNode(earlier));
  log.innerHTML = nextLog.innerHTML;
}

function patchHead(root: HTMLElement, next: HTMLElement): void {
  const [head, other] = [root, next].map((one) => one.querySelector(".conversation-head"));
  if (head && other && head.innerHTML !== other.innerHTML) head.innerHTML = other.innerHTML;
}

function patchFeedback(root: HTMLElement, next: HTMLElement): void {
  const [part, other] = [root, next].map((one) => one.querySelector(".conversation-feedback"));
  if (part && !other) part.remove();
  if (!part && other) {
    root.querySelector(".conversation-actions")?.before(document.adoptNode(other));
  }
}

/** Replaces the forms only if the possible actions have changed. */
function patchActions(root: HTMLElement, next: HTMLElement): void {
  const [part, other] = [root, next].map((one) =>
    one.querySelector<HTMLElement>(".conversation-actions")
  );
  if (!part || !other) return;
  if (part.dataset.actions === other.dataset.actions) return addReportable(part, other, "prepend");
  // An answer with new messages only lacks earlier ones.
  addReportable(other, part, "append");
  const fields = fieldsOf(part);
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  const placed = document.adoptNode(other);
  part.replaceWith(placed);
  const lost = fields.filter(({ id, value }) => {
    const field = fieldIn(placed, id);
    if (field) field.value = value;
    return !field;
  });
  showWritten(placed, lost.map(({ value }) => value));
  if (focused === null) return;
  const field = fields.find(({ id }) => id === focused.id);
  const target = field && fieldIn(placed, field.id);
  if (target) {
    openAround(target);
    target.focus({ preventScroll: true });
    target.setSelectionRange(field.start, field.end);
  } else {
    const writing = placed.querySelector<HTMLElement>(":scope > .conversation-card textarea");
    placed.tabIndex = -1;
    (writing ?? placed).focus({ preventScroll: true });
  }
}

/** Adds messages to the list of those that can be reported, at its start or end. */
export function addReportable(
  to: ParentNode,
  from: ParentNode,
  place: "prepend" | "append",
): void {
  const [part, other] = [to, from].map((one) => one.querySelector(".conversation-report"));
  const more = other?.querySelector<HTMLSelectElement>("[name=messageId]");
  if (!part || !other || !more) return;
  const choice = part.querySelector<HTMLSelectElement>("[name=messageId]");
  if (choice === null) return part.replaceWith(other.cloneNode(true));
  const known = new Set([...choice.options].map(({ value }) => value));
  const { value } = choice;
  choice[place](...[...more.options].filter((option) => !known.has(option.value)));
  choice.value = value;
}

/** What was written so far, and where the cursor is. */
function fieldsOf(part: HTMLElement) {
  return [...part.querySelectorAll("textarea")]
    .filter((field) => field.value !== "" || field === document.activeElement)
    .map(({ id, value, selectionStart: start, selectionEnd: end }) => ({ id, value, start, end }));
}

function fieldIn(part: HTMLElement, id: string): HTMLTextAreaElement | undefined {
  return [...part.querySelectorAll("textarea")].find((field) => field.id === id);
}

function openAround(field: HTMLElement): void {
  const fold = field.closest("details");
  if (fold) fold.open = true;
}

/** Shows text whose form is gone, so that it can be copied. */
function showWritten(part: HTMLElement, texts: readonly string[]): void {
  for (const text of texts.filter((one) => one.trim() !== "")) {
    const title = document.createElement("p");
    title.textContent = "You wrote:";
    const quote = document.createElement("p");
    quote.className = "conversation-text";
    quote.textContent = text;
    part.prepend(title, quote);
  }
}
