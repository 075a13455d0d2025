import { englishFieldMessages } from './field-messages.ts';
import { inActiveLanguage } from './in-active-language.ts';

/**
 * The English messages of checks that only the server makes, such as those that read the database. The portal shows these messages as the
 * server sends them, so that no page loads them.
 */
const englishServerMessages = {
  twoPeople: 'These are two different people. Send one of them.',
  passwordCommon: 'This password is too easy to guess. Choose another one.',
  currentPassword: 'This is not your current password.',
  authenticatorCode: 'Enter the code from your authenticator app, or a recovery code.',
  usePasskey: 'Use your passkey.',
  secondFactorFirst: 'Your profile requires two-step sign-in. Set it up in My Account, then continue.',
  proofNeeded: 'Enter your password, or a new code from your authenticator app.',
  loginSame: 'This is already the login of this account.',
  loginTaken: 'An account with this login/e-mail already exists.',
  loginOutOfScope: 'An account with this login/e-mail cannot be created here. The administrators were told.',
  countryNotHeld: 'You can only change assignments for countries and brands that are assigned to you.',
  notAsDeputy: 'You are only the deputy here. Ask the salesman or an administrator.',
  changedByStaff: 'Staff changed how this user signs in less than 7 days ago. Ask an administrator.',
  addOnGuarded: 'Your profile does not allow you to add or remove this add-on. Ask an administrator.',
  place: 'This place is not one of this list in this order. Ask for the first page.',
  toolRetired: 'This tool is retired. Users who have it keep it, but it cannot be added for anyone else.',
  addOnRetired: 'One of these add-ons is retired. Users who have it keep it, but it cannot be added for anyone else.',
  toolCodeTaken: 'Another tool has this number. Choose another one.',
  bitFixed: 'Issued licences include this add-on, so its bit cannot change.',
  contactDomain: 'Enter an address with the domain of your company, or ask your salesman to enter this one.',
  contactStopped: 'The owner of this address has ended these reminders. Enter another address.',
  onlyRequests: 'Only pending and rejected requests can be deleted here.',
  asDeputy: 'A deputy cannot delete this. Reject the request instead, or ask an administrator.',
  crmSilent: 'The CRM is not responding. Continue without a CRM account, or try again later.',
  brandIdTaken: 'Another brand has this ID. Choose another one.',
  brandThemeTaken: 'Another brand has this theme. Choose another one.',
  brandCodeTaken: 'Another brand has this number. Choose another one.',
  brandsFull: 'There are already eight brands, which is the maximum. Delete one first.',
  hostTaken: 'Another brand uses this host name. Remove it there first.',
  unknownField: 'Unknown field. Remove it.',
  previewApproval: 'Preview the approval first.',
  importStale: 'The data has changed since the preview. Preview the file again, then import it.',
  importFaulty: 'Some rows have errors, so nothing was imported. Correct them, then preview the file again.',
  importTools: 'Enter tools as tool:brand, for example basics:blue; basics:red.',
  importOpenRequest: 'This login has a pending account request. Approve or reject it in Pending Requests.',
  importYesNo: 'Enter yes or no.',
} as const;

/** The messages of the checks of the server, in the active language. */
export const serverMessages = inActiveLanguage(englishServerMessages);

const englishMessages = { ...englishFieldMessages, ...englishServerMessages };
const activeMessages: Readonly<Record<string, string>> = inActiveLanguage(englishMessages);
const keysByEnglishText = new Map<string, string>(Object.entries(englishMessages).map(([key, text]) => [text, key]));

/**
 * Translates a validation message into the active language. Returns undefined if the portal has no translation of the message. The English
 * text identifies the message, because schemas are created only once, with the English texts.
 */
export const translateMessage = (text: string): string | undefined => activeMessages[keysByEnglishText.get(text) ?? ''];
