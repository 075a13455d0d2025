import { licenseRefusals } from '@basics/contract/licenses.ts';
import type { ReactNode } from 'react';

/** A code that brings no licence, for whoever can help; `onFreed` has it read again. */
export type RefusedCode = {
  verificationCode: string;
  brand: string | undefined;
  problemCode: string | undefined;
  onFreed: () => void;
};

export type RenderHelp = (refused: RefusedCode) => ReactNode;

/** Whether a problem is about the code, so that somebody else may help; the others pass, or are the portal's own. */
export const isAboutCode = (code: string): boolean => licenseRefusals.some((refusal) => refusal === code);
