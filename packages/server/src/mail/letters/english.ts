import {
  absenceChanged,
  accountOutOfScope,
  assignmentChanged,
  accountReinstated,
  accountRestored,
  staffRestored,
  accountsJoined,
  accountSuspended,
  calendarCreated,
  passwordChanged,
  passwordReset,
  passwordSprayed,
  twoStepChanged,
} from './account.ts';
import { toPlainLine } from '../plain.ts';
import { salesmanDigest } from './digest.ts';
import { auditSeal } from './audit.ts';
import { helpAnswered, helpAsked } from './help-requests.ts';
import { confirmLogin, loginChangeAsked, loginChanged, loginInUse } from './logins.ts';
import { formatDay } from '#server/platform/texts/formats.ts';
import type { LetterTexts } from './letter-texts.ts';
import {
  bridgeIssued,
  codeUsedByOther,
  license,
  partsChange,
  lostPcSeen,
  pcDeclaredGone,
  renewalPack,
  releaseNews,
} from './licenses.ts';
import {
  customerLicenseEnds,
  licenseEnds,
  renewalsDue,
  secondContactLicenseEnds,
  secondContactRenewalsDue,
} from './reminders.ts';
import {
  accountCreated,
  accountState,
  alreadyRegistered,
  confirmAddress,
  invitationAgain,
  newRequest,
  requestApproved,
  requestExpired,
  requestRejected,
} from './requests.ts';

/** The e-mails in English. */
export const english: LetterTexts = {
  greeting: (firstName) => (firstName === '' ? 'Hello,' : `Hello ${firstName},`),
  deputyFor: ({ name, until }) =>
    `You get this e-mail as the deputy of ${toPlainLine(name)}, who is absent through ${formatDay(Date.parse(until))}.`,
  questions: 'Questions? Write to',
  typeCode: (address, code) => `If the link does not work, open ${address} and enter this code: ${code}`,
  confirmAddress,
  alreadyRegistered,
  accountState,
  newRequest,
  requestApproved,
  requestRejected,
  requestExpired,
  accountCreated,
  invitationAgain,
  passwordReset,
  calendarCreated,
  passwordChanged,
  confirmLogin,
  loginInUse,
  loginChangeAsked,
  loginChanged,
  twoStepChanged,
  passwordSprayed,
  accountSuspended,
  accountReinstated,
  accountRestored,
  staffRestored,
  accountsJoined,
  absenceChanged,
  assignmentChanged,
  accountOutOfScope,
  codeUsedByOther,
  lostPcSeen,
  pcDeclaredGone,
  bridgeIssued,
  partsChange,
  license,
  licenseEnds,
  customerLicenseEnds,
  secondContactLicenseEnds,
  secondContactRenewalsDue,
  releaseNews,
  renewalsDue,
  renewalPack,
  salesmanDigest,
  auditSeal,
  helpAsked,
  helpAnswered,
};
