import * as z from 'zod/mini';
import { englishSignInMessages } from './sign-in-messages.ts';
import { inActiveLanguage } from './in-active-language.ts';

/** The messages in English. A translation of a message has the same key as the English message. */
export const englishFieldMessages = {
  ...englishSignInMessages,
  confirmPassword: 'Confirm Password is required.',
  passwordsMatch: 'Passwords must match.',
  emailsMatch: "Login/Email's must match.",
  email: 'Email is required.',
  emailFormat: 'Invalid Email format.',
  firstName: 'First name is required.',
  lastName: 'Last name is required.',
  profile: 'Profile is required.',
  brand: 'Brand is required.',
  tool: 'Tool is required.',
  country: 'Country is required.',
  salesman: 'Salesman is required.',
  deputy: 'Deputy is required.',
  twoPeople: 'These are two different people. Send one of them.',
  reason: 'Reason is required.',
  answer: 'Answer is required.',
  title: 'Title is required.',
  description: 'Description is required.',
  version: 'Version is required.',
  date: 'Date is required.',
  verificationCode: 'Verification code is required.',
  userCode: 'Code is required.',
  returnCode: 'Return code is required.',
  canReceiveMail: 'Can Receive Mail is required.',
  passwordRule:
    'Password must be at least 8 characters long, with at least one number, one uppercase letter, one lowercase letter and one special character.',
  passwordEnds: 'Password must not begin or end with a space.',
  passwordCommon: 'This password is too easy to guess. Choose another one.',
  passwordLong: 'Password must be at most 128 characters long.',
  currentPassword: 'This is not your current password.',
  secondFactor: 'Code is required.',
  authenticatorCode: 'Enter the code from your authenticator app, or a recovery code.',
  recoveryCode: 'Enter a recovery code.',
  usePasskey: 'Use your passkey.',
  factorName: 'Name is required.',
  secondFactorFirst: 'Your profile requires two-step sign-in. Set it up in My Account, then continue.',
  proofNeeded: 'Enter your password, or a new code from your authenticator app.',
  loginSame: 'This is already the login of this account.',
  loginTaken: 'An account with this login/e-mail already exists.',
  loginOutOfScope: 'An account with this login/e-mail cannot be created here. The administrators were told.',
  assignmentTaken: 'This salesman is already assigned to this country and brand.',
  countryNotHeld: 'You can only change assignments for countries and brands that are assigned to you.',
  notAsDeputy: 'You are only the deputy here. Ask the salesman or an administrator.',
  changedByStaff: 'Staff changed how this user signs in less than 7 days ago. Ask an administrator.',
  addOnGuarded: 'Your profile does not allow you to add or remove this add-on. Ask an administrator.',
  grantTwice: 'This tool is listed twice for this brand.',
  place: 'This place is not one of this list in this order. Ask for the first page.',
  daysInOrder: 'The last day must not be before the first day.',
  toolRetired: 'This tool is retired. Users who have it keep it, but it cannot be added for anyone else.',
  addOnRetired: 'One of these add-ons is retired. Users who have it keep it, but it cannot be added for anyone else.',
  toolId: 'Use 2 to 40 letters, digits and hyphens, starting with a lowercase letter.',
  toolIdTaken: 'Another tool or add-on has this ID. Choose another one.',
  toolCode: 'Enter a whole number from 1 to 65535.',
  toolCodeTaken: 'Another tool has this number. Choose another one.',
  maxMajor: 'Enter a whole number from 0 to 255.',
  bit: 'Choose a bit from 0 to 31.',
  bitTaken: 'Another add-on of this tool uses this bit. Choose another one.',
  bitFixed: 'Issued licences include this add-on, so its bit cannot change.',
  term: 'Enter either months or days.',
  months: 'Enter a whole number from 1 to 120.',
  days: 'Enter a whole number from 1 to 3650.',
  seats: 'Enter a whole number from 1 to 1000.',
  moves: 'Enter a whole number from 0 to 1000.',
  renewalDays: 'Enter a whole number from 30 to 365, or nothing.',
  contactDomain: 'Enter an address with the domain of your company, or ask your salesman to enter this one.',
  contactStopped: 'The owner of this address has ended these reminders. Enter another address.',
  onlyRequests: 'Only pending and rejected requests can be deleted here.',
  asDeputy: 'A deputy cannot delete this. Reject the request instead, or ask an administrator.',
  crmSilent: 'The CRM is not responding. Continue without a CRM account, or try again later.',
  name: 'Name is required.',
  brandId: 'Use 2 to 30 lowercase letters, digits and single hyphens, starting with a letter.',
  brandIdTaken: 'Another brand has this ID. Choose another one.',
  brandThemeTaken: 'Another brand has this theme. Choose another one.',
  brandCodeTaken: 'Another brand has this number. Choose another one.',
  brandsFull: 'There are already eight brands, which is the maximum. Delete one first.',
  colour: 'Enter a colour as # and six hexadecimal digits, like #1f6feb.',
  hostName: 'Enter only the host name, like portal.example.com, without https://, port or path.',
  hostTaken: 'Another brand uses this host name. Remove it there first.',
  hostsMany: 'A brand can have at most 20 host names.',
  hostTwice: 'This host name is listed twice.',
  legalEntity: 'Legal entity is required.',
  sender: 'Enter one sender, like Basics Blue <no-reply@example.com>.',
  svg: 'Choose an SVG file, or paste its text.',
  wholeNumber: 'Enter a whole number, 1 or more.',
  unknownField: 'Unknown field. Remove it.',
  notAllowed: 'This value is not allowed.',
  shortenedNumber:
    'A spreadsheet has shortened this number. Enter all its digits. In the spreadsheet, format the column as text first.',
  spreadsheetError: 'This is an error message of a spreadsheet. Enter the value instead.',
  oneName: 'For a person with one name, enter a hyphen (-) here.',
  importFile: 'Choose a CSV file that has at least a header row.',
  importNoText: 'This is not a CSV file. Save your table as CSV, then choose that file.',
  previewApproval: 'Preview the approval first.',
  handOverDigest: 'Preview the hand-over first.',
  importDigest: 'Preview this file first, then import it unchanged.',
  importStale: 'The data has changed since the preview. Preview the file again, then import it.',
  importFaulty: 'Some rows have errors, so nothing was imported. Correct them, then preview the file again.',
  importTools: 'Enter tools as tool:brand, for example basics:blue; basics:red.',
  importOpenRequest: 'This login has a pending account request. Approve or reject it in Pending Requests.',
  importYesNo: 'Enter yes or no.',
} as const;

/** The validation messages in the active language. The server and the portal show the same messages. */
export const fieldMessages = inActiveLanguage(englishFieldMessages);

// The message for a fault for which a schema declares none. Without it, forms would show the texts of zod.
z.config({ customError: () => fieldMessages.notAllowed });

const keysByEnglishText = new Map<string, string>(
  Object.entries(englishFieldMessages).map(([key, text]) => [text, key]),
);
const activeMessages: Readonly<Record<string, string>> = fieldMessages;

/**
 * Translates a validation message into the active language. Returns undefined if the portal has no translation of the message. The English
 * text identifies the message, because schemas are created only once, with the English texts.
 */
export const translateMessage = (text: string): string | undefined => activeMessages[keysByEnglishText.get(text) ?? ''];
