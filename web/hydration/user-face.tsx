import { createRoot, type Root } from "react-dom/client";
import { UserFace, type UserFaceProps } from "../islands/profile/user-face.tsx";

const roots = new WeakMap<Element, Root>();

/** Renders the signed-in user on the button of their menu again, once a form has changed them. */
export function showUser(user: UserFaceProps): void {
  const face = document.querySelector(".user-menu-face");
  if (face === null) return;
  const root = roots.get(face) ?? createRoot(face);
  roots.set(face, root);
  root.render(<UserFace {...user} />);
  const name = `My Account: ${user.firstName} ${user.lastName}`;
  face.closest("summary")?.setAttribute("aria-label", name);
}
