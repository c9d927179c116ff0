import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { productFolder } from "../../../../testing/process.ts";
import type { TestApp } from "../../../../testing/app.ts";
import { hookSecret } from "./hook.ts";
import { openPostfix, type Postfix } from "./postfix.ts";

export const receiveCommand = ["run", "-A", "api/operations/tasks/admin.ts", "receive"];

/** An app on a port of this machine, and the variables by which the command `receive` finds it. */
export function serve({ app }: Pick<TestApp, "app">, address = "answers@example.com") {
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    (request, { remoteAddr }) => app.fetch(request, { remoteAddr }),
  );
  const environment: Readonly<Record<string, string>> = {
    HOST: "127.0.0.1",
    PORT: String(server.addr.port),
    MAIL_REPLY_TO: address,
    MAIL_HOOK_SECRET: hookSecret,
  };
  return { environment, close: () => server.shutdown() };
}

/** A Postfix that pipes mail into that command, as another user. */
export async function openPipingPostfix(
  environment: Readonly<Record<string, string>>,
): Promise<Postfix> {
  // Where Deno compiles what it runs, for the user of the pipe.
  const cache = await mkdtemp(join(tmpdir(), "alumni-deno-"));
  await chmod(cache, 0o777);
  const set = { ...environment, DENO_DIR: cache, HOME: cache, DATA_DIR: cache };
  const postfix = await openPostfix(environment.MAIL_REPLY_TO ?? "", [
    ...["/usr/bin/env", "-C", productFolder],
    ...Object.entries(set).map(([name, value]) => `${name}=${value}`),
    ...[Deno.execPath(), ...receiveCommand, "--no-bounce"],
  ]);
  return {
    ...postfix,
    async close() {
      await postfix.close();
      await rm(cache, { recursive: true, force: true });
    },
  };
}
