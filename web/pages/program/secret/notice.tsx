import { pagePaths } from "../../../paths.ts";
import { Callout } from "../../../ui/callout.tsx";

/** Until someone has printed the secret. */
export function SecretNotice() {
  return (
    <Callout tone="warning">
      <p>
        Your backups can't be opened without this.{" "}
        <a href={pagePaths.programSecret()}>Print your secret</a>
      </p>
    </Callout>
  );
}
