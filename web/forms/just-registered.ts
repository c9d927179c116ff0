/**
 * Cookie of a browser in which somebody has just registered: Home asks once for a look into the inbox. It holds
 * nothing.
 *
 * @module
 */
export const justRegistered = "just-registered";
export const justRegisteredSeconds = 10 * 60;
