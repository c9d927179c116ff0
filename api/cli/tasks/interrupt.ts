/** Returns whether SIGINT or SIGTERM has come; a second one ends the process at once. */
export function listenForInterrupts(): () => boolean {
  let isInterrupted = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    Deno.addSignalListener(signal, () => {
      if (isInterrupted) Deno.exit(130);
      isInterrupted = true;
    });
  }
  return () => isInterrupted;
}
