/**
 * Cookie of a browser in which a person has just registered: Home once asks them to check their inbox. It holds
 * nothing.
 */
export const justRegistered = "just-registered";
export const justRegisteredSeconds = 10 * 60;
