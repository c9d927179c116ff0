import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";

export function NotFoundPage() {
  return (
    <div className="shell-column message">
      <h1>404 Page Not Found</h1>
      <p>This page doesn't exist, or it has moved.</p>
      <ButtonLink href={paths.home()}>Go to Home</ButtonLink>
    </div>
  );
}
