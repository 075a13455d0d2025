/**
 * Returns a login in the form in which logins are compared: in lower case, in one Unicode normalisation form, without white space around
 * it.
 */
export const foldLogin = (login: string): string => login.normalize('NFKC').trim().toLowerCase();
