import { englishFieldMessages } from './field-messages.ts';
import { inActiveLanguage } from './in-active-language.ts';

/**
 * The English messages of checks that only the server makes, such as those that read the database. The portal shows these messages as the
 * server sends them, so that no page loads them.
 */
const englishServerMessages = {
  staffInCompany: 'Staff do not belong to a company. Take this user out of the company first.',
  companyOfMember: 'This is the name of the company of this user. Change it on the page of the company.',
  externalRefTaken: 'Another company has this external reference. Choose another one.',
  externalRefOutOfReach:
    'A company with this external reference cannot be used here. Send another one, or ask an administrator.',
  seatsInUse: 'More PCs are in use.',
  unknownTool: 'The portal has no tool with this id. The tools are listed at Settings, Tools.',
  unknownBrand: 'The portal has no brand with this id. The brands are listed at Settings, Brands.',
  unknownAddOn: 'The tool has no add-on with one of these ids, or an id is listed twice.',
  unknownCountry: 'Send the country as a code of two letters (ISO 3166-1), such as DE.',
  countryOutOfScope: 'This country is not one of your countries.',
  loginUnconfirmed:
    'Somebody registered with this address and has not confirmed it yet. Send the order again after the confirmation, or after 7 days.',
  newOrderEmpty: 'A new order needs a line with at least one PC.',
  orderKeepsCustomer:
    'An order keeps its customer. Cancel this order with 0 PCs, and send another order for the other customer.',
  orderKeepsCompany:
    'An order keeps its company. Cancel this order with 0 PCs, and send another order for the other company.',
  orderTooMany: 'Together with other orders, these are more than 100000 PCs.',
  twoValues: 'These are two different values. Send one of them.',
  passwordCommon: 'This password is too easy to guess. Choose another one.',
  currentPassword: 'This is not your current password.',
  authenticatorCode: 'Enter the code from your authenticator app, or a recovery code.',
  usePasskey: 'Use your passkey.',
  ownOtherCompany: 'You belong to another company already. Leave that company first, then use the link again.',
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
  idsOrSelection: 'Send either ids or a selection.',
  selectionLarge: 'More than 25,000 rows match. Add a filter, so that fewer rows match.',
  toolRetired: 'This tool is retired. Users who have it keep it, but it cannot be added for anyone else.',
  addOnRetired: 'One of these add-ons is retired. Users who have it keep it, but it cannot be added for anyone else.',
  toolCodeTaken: 'Another tool has this number. Choose another one.',
  bitFixed: 'Issued licences include this add-on, so its bit cannot change.',
  contactDomain: 'Enter an address with the domain of your company, or ask your contact to enter this one.',
  contactStopped: 'The owner of this address has ended these reminders. Enter another address.',
  onlyRequests: 'Only pending and rejected requests can be deleted here.',
  assigneeCannotSee: 'This member of staff cannot see this customer. Choose someone else.',
  asDeputy: 'A deputy cannot delete this. Reject the request instead, or ask an administrator.',
  crmSilent: 'The CRM is not responding. Continue without a CRM account, or try again later.',
  brandIdTaken: 'Another brand has this ID. Choose another one.',
  brandThemeTaken: 'Another brand has this theme. Choose another one.',
  brandCodeTaken: 'Another brand has this number. Choose another one.',
  brandsFull: 'There are already eight brands, which is the maximum. Delete one first.',
  hostTaken: 'Another brand uses this host name. Remove it there first.',
  unknownField: 'Unknown field. Remove it.',
  manyActs: 'Five of your acts are running already. Wait until one of them has ended, or stop one.',
  previewApproval: 'Preview the approval first.',
  importStale: 'The data has changed since the preview. Preview the file again, then import it.',
  importFaulty: 'Some rows have errors, so nothing was imported. Correct them, then preview the file again.',
  importTools: 'Enter tools as tool:brand, for example basics:blue; basics:red.',
  importOpenRequest: 'This login has a pending account request. Approve or reject it in Pending Requests.',
  permissionNotHeld: 'The owner does not have all of these permissions. Choose fewer, or another owner.',
  ownerNotStaff: 'Choose an active administrator or salesman.',
  webhookAddress:
    'Enter an https address on another machine with the port 443, 4443, 8443 or 9443, without a user name and without #.',
  eventNumber: 'No event has this number yet. Choose the number of an event in the log.',
  network: 'Enter IP addresses or networks, for example 192.0.2.7 or 192.0.2.0/24.',
  idempotencyKey: 'Use 1 to 255 visible characters of ASCII, such as a UUID.',
  keyDay: 'Choose a day from tomorrow until two years from today.',
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
