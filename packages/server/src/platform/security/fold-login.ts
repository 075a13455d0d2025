/**
 * A login in the form in which it is compared: one Unicode normalisation form, without surrounding white space and
 * regard to case.
 */
export const foldLogin = (login: string): string => login.normalize('NFKC').trim().toLowerCase();
