import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";

interface ErrorPageProps {
  /** Text for the reader, without internal details. */
  readonly message: string;
}

export function ErrorPage({ message }: ErrorPageProps) {
  return (
    <div className="shell-column message">
      <h1>Something went wrong</h1>
      <p data-error="">{message}</p>
      <ButtonLink href={paths.home()}>Go to Home</ButtonLink>
    </div>
  );
}
