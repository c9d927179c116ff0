import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";

interface ErrorPageProps {
  readonly requestId: string;
}

/** Says that it is us, and nothing of what it was: the log has that, under the same id. */
export function ErrorPage({ requestId }: ErrorPageProps) {
  return (
    <div className="shell-column message">
      <h1>Something went wrong</h1>
      <p>We could not answer this request. Please try again in a moment.</p>
      <p className="message-detail">
        Request <code>{requestId}</code>
      </p>
      <ButtonLink href={paths.home()}>Go to Home</ButtonLink>
    </div>
  );
}
