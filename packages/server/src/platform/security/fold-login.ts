/** A login as it is compared: composed alike, without surrounding white space, without regard to case. */
export const foldLogin = (login: string): string => login.normalize('NFKC').trim().toLowerCase();
