/**
 * Cookie of a browser in which somebody has just registered: Home once asks them to check their inbox. It holds
 * nothing.
 *
 * @module
 */
export const justRegistered = "just-registered";
export const justRegisteredSeconds = 10 * 60;
