/** A refusal's message, which has no full stop when it is one sentence. */
export function sentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
