import type { ReactNode } from 'react';
import type { License } from '@basics/contract/licenses/licenses.ts';
import type { Elements } from '#portal/ui/layout/layout.tsx';

/** Functions that render parts of a licence with components of the licences feature. The pages pass them in. `now` is in milliseconds. */
export type LicenseRenderers = {
  renderStatus: (license: License) => Elements;
  renderExpiry: (license: License, now: number) => ReactNode;
  /** Renders the buttons to download the licence file and to send it by e-mail. */
  renderDelivery: (license: License) => Elements;
};
