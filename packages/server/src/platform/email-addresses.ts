import { emailAddress } from '@basics/contract/fields/fields.ts';
import { domainToASCII, domainToUnicode } from 'node:url';
import { toPlainLine } from './texts/formats.ts';

/**
 * Matches the domains of e-mail services that have a domain in many countries, such as hotmail.fr, yahoo.co.uk and
 * live.com.pt.
 */
const publicDomainPattern = /^(?:aol|gmx|hotmail|live|outlook|yahoo|yandex|ymail)\.(?:(?:com?|ne)\.)?[a-z]{2,4}$/u;

/** Other e-mail domains on which anybody can get an address. */
const publicDomains: ReadonlySet<string> = new Set(
  `126.com 163.com alice.it arcor.de att.net bellsouth.net bigpond.com bluewin.ch btinternet.com centrum.cz charter.net comcast.net cox.net
  email.cz email.de fastmail.com fastmail.fm foxmail.com free.fr freenet.de gmail.com googlemail.com hetnet.nl home.nl hushmail.com icloud.com
  inbox.ru inbox.lv interia.pl kpnmail.nl laposte.net libero.it list.ru mac.com mail.com mail.de mail.ru me.com msn.com naver.com neuf.fr
  ntlworld.com o2.pl online.de onet.pl op.pl optonline.net orange.fr planet.nl pm.me posteo.de proton.me protonmail.ch protonmail.com qq.com
  rambler.ru rediffmail.com rocketmail.com sapo.pt sbcglobal.net seznam.cz sfr.fr shaw.ca sina.com sky.com skynet.be t-online.de
  talktalk.net telenet.be telia.com tin.it tiscali.it tuta.com tuta.io tutamail.com tutanota.com tutanota.de ukr.net verizon.net
  virgilio.it virginmedia.com wanadoo.fr web.de wp.pl xs4all.nl ya.ru zeelandnet.nl ziggo.nl zoho.com zohomail.com`.split(
    /\s+/u,
  ),
);

/** Returns whether anybody can get an address of this e-mail domain, so that the domain does not identify a company. */
export function isPublicDomain(domain: string): boolean {
  const lowerCaseDomain = domain.toLowerCase();
  return publicDomains.has(lowerCaseDomain) || publicDomainPattern.test(lowerCaseDomain);
}

/**
 * Returns a login in the form in which logins are compared: in lower case, in one Unicode normalisation form, without white space around
 * it, with the domain in ASCII (müller.example becomes xn--mller-kva.example).
 */
export const foldLogin = (login: string): string => toAsciiAddress(login.normalize('NFKC').trim().toLowerCase());

/** Returns an e-mail address with its domain in ASCII (RFC 5891), as mail servers need it. */
export const toAsciiAddress = (address: string): string => convertDomain(address, domainToASCII);

/**
 * Returns an e-mail address as people read it: a domain in ASCII (xn--...), which some browsers send, becomes the name that was registered.
 * A domain remains in ASCII if it has Cyrillic or Greek letters, or Latin letters beside those of another script, because it could look like
 * another domain.
 */
export const toReadableAddress = (address: string): string =>
  convertDomain(address, (domain) => {
    const ascii = domainToASCII(domain);
    const readable = domainToUnicode(ascii);
    return readable.split('.').every(isUnmistakable) ? readable : ascii;
  });

const isUnmistakable = (label: string): boolean =>
  /^[\p{Script=Latin}\p{N}-]+$/u.test(label) || !/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u.test(label);

/** Converts the domain of an address if it has other letters than ASCII, or their ASCII form. A domain that is not valid is not changed. */
function convertDomain(address: string, convert: (domain: string) => string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  if (at === 0 || !/[^\p{ASCII}]|xn--/iu.test(domain)) return address;
  return address.slice(0, at) + (convert(domain) || domain);
}

/** Returns the domain of an e-mail address, which often shows the user's company. */
export const readDomain = (address: string): string => toReadableAddress(foldLogin(address)).replace(/^.*@/, '');

/** Returns the columns of a user that contain the login: as people read it, as logins are compared, and its domain. */
export const toLoginColumns = (typedLogin: string) => {
  const login = toReadableAddress(typedLogin.trim());
  return { login, loginFold: foldLogin(login), userDomain: readDomain(login) };
};

/** The sender of an e-mail: a display name, which may be empty, and one address. */
export type Mailbox = { name: string; address: string };

/** Returns whether a text is exactly one e-mail address to which the portal can send e-mails. */
export const isAddress = (text: string): boolean => emailAddress.safeParse(text).success;

/**
 * Parses the sender of an e-mail: `Name <address>` or only an address (RFC 5322, 3.4). Returns null if the text is not
 * exactly one sender.
 */
export function readMailbox(text: string): Mailbox | null {
  const [, displayName = '', address = ''] = /^([^<>]*)<([^<>]+)>$/.exec(text.trim()) ?? [null, '', text.trim()];
  if (!isAddress(address)) return null;
  return { name: toPlainLine(displayName).replace(/^"(.*)"$/, '$1'), address };
}
