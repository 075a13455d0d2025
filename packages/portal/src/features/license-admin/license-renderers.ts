import type { ReactNode } from 'react';
import type { License } from '@basics/contract/licenses.ts';

/** The components of the licences feature that show one licence; pages pass them in. `now` in milliseconds. */
export type LicensePieces = {
  renderStatus: (license: License) => ReactNode;
  renderExpiry: (license: License, now: number) => ReactNode;
  /** Shows the ways to deliver the licence to its PC: as a file, by e-mail. */
  renderCarriers: (license: License) => ReactNode;
};
