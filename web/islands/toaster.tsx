/** Starts the toaster. */
export function startToaster(): void {}
