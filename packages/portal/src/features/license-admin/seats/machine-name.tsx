import { Link } from '@tanstack/react-router';
import type { Machine } from '@basics/contract/license-admin/license-admin.ts';
import type { License } from '@basics/contract/licenses/licenses.ts';
import { formatMachine } from '../license-format.tsx';

/** Returns the licence of a PC if it is valid and the portal does not know that it is installed. */
export const findWaitingLicense = ({ license, holdsSeat }: Machine): License | null =>
  license !== null &&
  license.installedAt === undefined &&
  (holdsSeat || license.bridge === true) &&
  license.status === 'Active'
    ? license
    : null;

/** The name of a PC, which links to the page of its licence. */
export const MachineName = ({ machine: { name, license } }: { machine: Machine }) =>
  license === null ? (
    <span>{formatMachine(name)}</span>
  ) : (
    <Link to={`/license/${license.licenseId}`}>{formatMachine(name)}</Link>
  );
