/** Resolves when the process is told to stop; the second time it stops at once. */
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
