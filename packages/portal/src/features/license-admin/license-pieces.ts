import type { ReactNode } from 'react';
import type { License } from '@basics/contract/licenses.ts';

/** What the room of the licences itself shows of one; pages put it in. `now` in milliseconds. */
export type LicensePieces = {
  renderStatus: (license: License) => ReactNode;
  renderExpiry: (license: License, now: number) => ReactNode;
  /** The ways in which it gets to its PC: as a file, by mail. */
  renderCarriers: (license: License) => ReactNode;
};
