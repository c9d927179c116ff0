/** Shows a field's error below it, as `ui/fields/field.tsx` does on the server; `undefined` removes it. */
export function showMessage(field: HTMLElement, message: string | undefined): void {
  const id = `${field.id}-error`;
  document.getElementById(id)?.remove();
  const described = (field.getAttribute("aria-describedby") ?? "").split(" ")
    .filter((one) => one !== "" && one !== id);
  if (message !== undefined) described.push(id);
  set(field, "aria-describedby", described.join(" "));
  set(field, "aria-invalid", message === undefined ? "" : "true");
  if (message === undefined) return;
  const text = document.createElement("p");
  text.className = "field-error";
  text.id = id;
  text.textContent = message;
  field.closest(".field")?.append(text);
}

function set(field: HTMLElement, name: string, value: string): void {
  if (value === "") field.removeAttribute(name);
  else field.setAttribute(name, value);
}
