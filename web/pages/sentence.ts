/** Formats a refusal's message, which has no period if it is one sentence. */
export function sentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
