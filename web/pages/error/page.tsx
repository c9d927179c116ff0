import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";

export function ErrorPage({ message }: { readonly message: string }) {
  return (
    <div className="shell-column message">
      <h1>Something went wrong</h1>
      <p data-error="">{message}</p>
      <ButtonLink href={paths.home()}>Go to Home</ButtonLink>
    </div>
  );
}

export function NotFoundPage() {
  return (
    <div className="shell-column message">
      <h1>404 Page Not Found</h1>
      <p>This page doesn't exist, or it has moved.</p>
      <ButtonLink href={paths.home()}>Go to Home</ButtonLink>
    </div>
  );
}
