/** Resolves at the first stop signal. A second one ends the process at once. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false;
    for (const name of ["SIGTERM", "SIGINT"] as const) {
      Deno.addSignalListener(name, () => {
        if (isStopping) Deno.exit(1);
        isStopping = true;
        resolve();
      });
    }
  });
}
