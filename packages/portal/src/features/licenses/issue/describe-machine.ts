import type { LicensePreview } from '@basics/contract/licenses/licenses.ts';
import { licenses } from '#portal/texts/licenses.ts';

const texts = licenses.codeCheck;

/**
 * Returns the sentences about the PC of a code: which licence it has now and, only if the code gets a licence, what the new licence changes.
 * `isForStaff`: staff read the sentences about the PC of a customer.
 */
export function describeMachine(
  { machine, problem }: Pick<LicensePreview, 'machine' | 'problem'>,
  { takesSeat }: Pick<NonNullable<LicensePreview['offer']>, 'takesSeat'>,
  isForStaff: boolean,
): string[] {
  const { relation, license, replaces } = machine;
  const isGranted = problem === undefined;
  const licenseTexts = texts.licenseOfPc[isForStaff ? 'staff' : 'owner'];
  return [
    ...(license === undefined ? [] : [licenseTexts[license]]),
    ...(relation === 'changed' ? [texts.partsChanged] : []),
    ...(relation === 'changed' && isGranted && !takesSeat ? [texts.sameSeat] : []),
    ...(isGranted && license === 'active' ? [texts.replacesOwn] : []),
    ...(replaces === undefined ? [] : [(isGranted ? texts.replaces : texts.wouldReplace)(replaces || texts.unnamed)]),
  ];
}
