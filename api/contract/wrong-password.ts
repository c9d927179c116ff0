/** Message for a wrong password, wherever it is asked for again. */
export const wrongPassword = "Incorrect password";
