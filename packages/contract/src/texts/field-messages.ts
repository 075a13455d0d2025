import * as z from 'zod/mini';
import { englishSignInMessages } from './sign-in-messages.ts';
import { inActiveLanguage } from './in-active-language.ts';

/**
 * The validation messages of schemas and forms in English. A translation of a message has the same key as the English message. Messages that
 * only the server sends are in server-messages.ts, so that no page loads them.
 */
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
  passwordLong: 'Password must be at most 128 characters long.',
  secondFactor: 'Code is required.',
  recoveryCode: 'Enter a recovery code.',
  factorName: 'Name is required.',
  assignmentTaken: 'This salesman is already assigned to this country and brand.',
  grantTwice: 'This tool is listed twice for this brand.',
  daysInOrder: 'The last day must not be before the first day.',
  toolId: 'Use 2 to 40 letters, digits and hyphens, starting with a lowercase letter.',
  toolIdTaken: 'Another tool or add-on has this ID. Choose another one.',
  toolCode: 'Enter a whole number from 1 to 65535.',
  maxMajor: 'Enter a whole number from 0 to 255.',
  bit: 'Choose a bit from 0 to 31.',
  bitTaken: 'Another add-on of this tool uses this bit. Choose another one.',
  term: 'Enter either months or days.',
  months: 'Enter a whole number from 1 to 120.',
  days: 'Enter a whole number from 1 to 3650.',
  seats: 'Enter a whole number from 1 to 1000.',
  moves: 'Enter a whole number from 0 to 1000.',
  renewalDays: 'Enter a whole number from 30 to 365, or nothing.',
  name: 'Name is required.',
  brandId: 'Use 2 to 30 lowercase letters, digits and single hyphens, starting with a letter.',
  colour: 'Enter a colour as # and six hexadecimal digits, like #1f6feb.',
  hostName: 'Enter only the host name, like portal.example.com, without https://, port or path.',
  hostsMany: 'A brand can have at most 20 host names.',
  hostTwice: 'This host name is listed twice.',
  legalEntity: 'Legal entity is required.',
  sender: 'Enter one sender, like Basics Blue <no-reply@example.com>.',
  svg: 'Choose an SVG file, or paste its text.',
  wholeNumber: 'Enter a whole number, 1 or more.',
  notAllowed: 'This value is not allowed.',
  shortenedNumber:
    'A spreadsheet has shortened this number. Enter all its digits. In the spreadsheet, format the column as text first.',
  spreadsheetError: 'This is an error message of a spreadsheet. Enter the value instead.',
  oneName: 'For a person with one name, enter a hyphen (-) here.',
  importFile: 'Choose a CSV file that has at least a header row.',
  importNoText: 'This is not a CSV file. Save your table as CSV, then choose that file.',
  handOverDigest: 'Preview the hand-over first.',
  importDigest: 'Preview this file first, then import it unchanged.',
} as const;

/** The validation messages in the active language. The server and the portal show the same messages. */
export const fieldMessages = inActiveLanguage(englishFieldMessages);

// The message for a fault for which a schema declares none. Without it, forms would show the texts of zod.
z.config({ customError: () => fieldMessages.notAllowed });
