/** Message for a wrong password in every form that confirms it. */
export const wrongPassword = "Incorrect password";
