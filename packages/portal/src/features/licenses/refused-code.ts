import { licenseRefusals } from '@basics/contract/licenses/licenses.ts';
import type { Elements } from '#portal/ui/layout/layout.tsx';

/**
 * A refused code, for the component that offers help. When a seat was freed, this component calls `onSeatFreed`, which checks the code
 * again.
 */
export type RefusedCode = {
  /** The user who gets the licence. */
  userId: number;
  verificationCode: string;
  brand: string | undefined;
  problemCode: string | undefined;
  onSeatFreed: () => void;
};

export type RenderHelp = (refusedCode: RefusedCode) => Elements;

/**
 * Whether the problem with this code is about the verification code, so that staff can help. Other problems are temporary or faults of the
 * portal.
 */
export const isLicenseRefusal = (problemCode: string): boolean =>
  licenseRefusals.some((refusal) => refusal === problemCode);
