/** E-mail domains where anybody gets an address, so that a domain says nothing about a company. */
const publicDomains: ReadonlySet<string> = new Set([
  'aol.com',
  'gmail.com',
  'gmx.de',
  'gmx.net',
  'googlemail.com',
  'hotmail.com',
  'icloud.com',
  'libero.it',
  'live.com',
  'mail.ru',
  'outlook.com',
  'proton.me',
  'protonmail.com',
  't-online.de',
  'web.de',
  'yahoo.com',
]);

/** Whether anybody gets an address of this e-mail domain. */
export const isPublicDomain = (domain: string): boolean => publicDomains.has(domain.toLowerCase());
