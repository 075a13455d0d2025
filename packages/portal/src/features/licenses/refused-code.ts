import { licenseRefusals } from '@basics/contract/licenses.ts';
import type { ReactNode } from 'react';

/** A refused code, for the component that offers help. The component calls `onSeatFreed` when a seat was freed, and the code is checked again. */
export type RefusedCode = {
  /** The user who gets the licence. */
  userId: number;
  verificationCode: string;
  brand: string | undefined;
  problemCode: string | undefined;
  onSeatFreed: () => void;
};

export type RenderHelp = (refusedCode: RefusedCode) => ReactNode;

/** Whether a problem is about the code, so that staff can help. Other problems are temporary or faults of the portal. */
export const isAboutCode = (code: string): boolean => licenseRefusals.some((refusal) => refusal === code);
