/** What is said of a password that is not the member's, wherever it is asked for once more. */
export const wrongPassword = "Incorrect password";
