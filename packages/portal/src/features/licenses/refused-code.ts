import { licenseRefusals } from '@basics/contract/licenses.ts';
import type { ReactNode } from 'react';

/** A code that gets no licence, for the component that offers help; `onFreed` checks it again. */
export type RefusedCode = {
  verificationCode: string;
  brand: string | undefined;
  problemCode: string | undefined;
  onFreed: () => void;
};

export type RenderHelp = (refused: RefusedCode) => ReactNode;

/** Whether a problem is about the code, so that another user may help; other problems are temporary, or errors of the portal. */
export const isAboutCode = (code: string): boolean => licenseRefusals.some((refusal) => refusal === code);
