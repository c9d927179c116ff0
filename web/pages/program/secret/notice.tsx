import { Link, Text } from "@radix-ui/themes";
import { pagePaths } from "../../../paths.ts";
import { Notice } from "../../../ui/notice.tsx";

/** Shown until someone has printed the secret. */
export function SecretNotice() {
  return (
    <Notice tone="warning">
      <Text as="p">
        Your backups can't be opened without this.{" "}
        <Link href={pagePaths.programSecret()}>Print your secret</Link>
      </Text>
    </Notice>
  );
}
