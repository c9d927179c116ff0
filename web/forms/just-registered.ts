/**
 * Cookie of a browser in which somebody has just registered: Home asks once for a look into the inbox. It holds
 * nothing, and is set by the form's script or by the form's answer.
 *
 * @module
 */
export const justRegistered = "just-registered";
export const justRegisteredSeconds = 10 * 60;

export function noteRegistration(): void {
  document.cookie = `${justRegistered}=1; path=/; max-age=${justRegisteredSeconds}; samesite=lax`;
}
