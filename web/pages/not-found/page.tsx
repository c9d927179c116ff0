import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";

export function NotFoundPage() {
  return (
    <div className="shell-column message">
      <h1>404 Page Not Found</h1>
      <p>The page you asked for does not exist, or has moved.</p>
      <ButtonLink href={paths.home()}>Go to Home</ButtonLink>
    </div>
  );
}
