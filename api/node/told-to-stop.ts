/** Resolves at the first signal to stop. A second signal ends the process at once. */
export function toldToStop(): Promise<void> {
  return new Promise((resolve) => {
    let told = false;
    for (const name of ["SIGTERM", "SIGINT"] as const) {
      Deno.addSignalListener(name, () => {
        if (told) Deno.exit(1);
        told = true;
        resolve();
      });
    }
  });
}
