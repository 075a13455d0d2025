import type { LetterKind } from '@basics/contract/mail.ts';
import type { Content, LetterOf } from '../letter.ts';
import { accountReinstated, accountSuspended, passwordChanged, passwordReset, twoStepChanged } from './account.ts';
import { salesmanDigest } from './digest.ts';
import { helpAnswered, helpAsked } from './help-requests.ts';
import { codeUsedByOther, customerLicenseEnds, license, licenseEnds } from './licenses.ts';
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

/** Who writes which kind. */
const writers: { [Kind in LetterKind]: (letter: LetterOf<Kind>) => Content } = {
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
  accountSuspended,
  accountReinstated,
  codeUsedByOther,
  license,
  licenseEnds,
  customerLicenseEnds,
  salesmanDigest,
  helpAsked,
  helpAnswered,
};

/** The words of a letter. */
export function contentOf<Kind extends LetterKind>(letter: LetterOf<Kind> & { kind: Kind }): Content {
  return writers[letter.kind](letter);
}
