import type { LetterBlock, LinkLetter } from '../letter.ts';

/** The paths of the pages to which links with a one-time token lead. */
export const linkPaths = { activate: '/activation', reset: '/password/reset' } as const;

/** The page that the link of each kind of e-mail opens. */
export const pagesOfLinks: Record<LinkLetter['kind'], string> = {
  confirmAddress: '/register/confirm',
  requestApproved: linkPaths.activate,
  accountCreated: linkPaths.activate,
  invitationAgain: linkPaths.activate,
  passwordReset: linkPaths.reset,
  confirmLogin: '/login/confirm',
  secondContactLicenseEnds: '/reminders/stop',
  secondContactRenewalsDue: '/reminders/stop',
  alreadyRegistered: '/sign-in',
  accountState: '/sign-in',
  loginInUse: '/sign-in',
};

/** Creates the link of an e-mail with a one-time token, and the code that replaces the link. */
export function createTokenLink({ kind, token, typedCode: code }: LinkLetter, label: string): LetterBlock {
  const page = pagesOfLinks[kind];
  return {
    is: 'link',
    label,
    path: createTokenPath(page, token),
    ...(code !== undefined && { typed: { page, code } }),
  };
}

/**
 * Creates a path of the portal with a one-time token in the fragment, because servers never log the fragment and
 * browsers never send it as Referer. Throws an error if the token has characters other than those of base64url, with
 * which a mail client could break the link.
 */
export function createTokenPath(path: string, token: string): string {
  if (!/^[\w-]+$/.test(token)) throw new Error('a token for a link must be base64url');
  return `${path}#token=${token}`;
}
