import {
  accountReinstated,
  accountSuspended,
  passwordChanged,
  passwordReset,
  passwordSprayed,
  twoStepChanged,
} from './account.ts';
import { salesmanDigest } from './digest.ts';
import { auditSeal } from './audit.ts';
import { helpAnswered, helpAsked } from './help-requests.ts';
import type { LetterTexts } from './letter-texts.ts';
import { codeUsedByOther, customerLicenseEnds, license, licenseEnds, partsChange, pcDeclaredGone } from './licenses.ts';
import {
  accountCreated,
  alreadyRegistered,
  confirmAddress,
  invitationAgain,
  newRequest,
  requestApproved,
  requestExpired,
  requestRejected,
} from './requests.ts';

/** The letters in English. */
export const english: LetterTexts = {
  greeting: (firstName) => (firstName === '' ? 'Hello,' : `Hello ${firstName},`),
  questions: 'Questions? Write to',
  confirmAddress,
  alreadyRegistered,
  newRequest,
  requestApproved,
  requestRejected,
  requestExpired,
  accountCreated,
  invitationAgain,
  passwordReset,
  passwordChanged,
  twoStepChanged,
  passwordSprayed,
  accountSuspended,
  accountReinstated,
  codeUsedByOther,
  pcDeclaredGone,
  partsChange,
  license,
  licenseEnds,
  customerLicenseEnds,
  salesmanDigest,
  auditSeal,
  helpAsked,
  helpAnswered,
};
