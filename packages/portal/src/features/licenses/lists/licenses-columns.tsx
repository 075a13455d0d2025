import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import type { License } from '@basics/contract/licenses/licenses.ts';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { formatShortDay } from '#portal/messages/times.ts';
import { CopyButton } from '#portal/ui/markdown/copy-button.tsx';
import type { Column } from '#portal/ui/tables/data-table.tsx';
import { TwoLines } from '#portal/ui/tables/cells.tsx';
import { formatMachine } from '../codes/code-format.ts';
import { DownloadLicense } from '../delivery/download-license.tsx';
import { LicenseExpiry } from './license-expiry.tsx';
import { LicenseStatusBadge } from './license-status-badge.tsx';
import styles from './licenses-table.module.css';
import { SendLicense } from '../contacts/send-license.tsx';
import type { Elements } from '#portal/ui/layout/layout.tsx';

type ColumnOptions = {
  tools: ReadonlyMap<string, string>;
  addOns: ReadonlyMap<string, string>;
  brands: ReadonlyMap<string, string>;
  /** The current time in milliseconds since 1970. */
  now: number;
  /** Renders further actions for a licence. */
  renderActions?: ((license: License) => Elements) | undefined;
};

/**
 * Creates the columns of the list of licences. The id of a sortable column is the name of the sort field in the
 * request.
 */
export const createLicensesColumns = ({
  tools,
  addOns,
  brands,
  now,
  renderActions,
}: ColumnOptions): readonly Column<License>[] => [
  {
    id: 'machineName',
    header: texts.table.machine,
    sortable: true,
    isCardTitle: true,
    cell: ({ machineName, licenseId }) => (
      <Link to={`/license/${licenseId}`} className={styles.machine ?? ''} translate="no">
        {formatMachine(machineName)}
      </Link>
    ),
  },
  {
    id: 'status',
    header: texts.table.status,
    cell: ({ status, bridge }) => <LicenseStatusBadge status={status} bridge={bridge} />,
  },
  {
    id: 'tool',
    header: texts.table.tool,
    cell: ({ tool, version, brand, configTools }) => (
      <TwoLines secondLine={[brands.get(brand) ?? brand, ...configTools.map((id) => addOns.get(id) ?? id)].join(' · ')}>
        <span>{`${tools.get(tool) ?? tool} ${version}`}</span>
      </TwoLines>
    ),
  },
  {
    id: 'expiryDate',
    header: texts.table.expires,
    sortable: true,
    cell: (license) => <LicenseExpiry license={license} now={now} />,
  },
  {
    id: 'issuedAt',
    header: texts.table.issued,
    sortable: true,
    cell: ({ issuedAt }) => <span className={styles.date}>{formatShortDay(issuedAt)}</span>,
  },
  { id: 'licenseCode', header: texts.table.code, cell: ({ licenseCode }) => <ShortCode code={licenseCode} /> },
  {
    id: 'download',
    header: texts.table.file,
    cell: (license) => <DeliveryActions license={license}>{renderActions?.(license)}</DeliveryActions>,
  },
];

/** The buttons to download and to send a licence. A licence that is no longer valid can only be downloaded. */
const DeliveryActions = ({ license, children }: { license: License; children: Elements }) => (
  <div className={styles.fileActions}>
    <DownloadLicense license={license} isInRow />
    {license.status === 'Active' && <SendLicense license={license} isInRow />}
    {children}
  </div>
);

/** Shows the beginning of a code. The element contains the whole code, so that it can be selected and copied. */
function ShortCode({ code }: { code: string }) {
  const codeElement = useRef<HTMLElement>(null);
  return (
    <span className={styles.code}>
      <code translate="no" ref={codeElement}>
        {code}
      </code>
      <CopyButton text={code} selects={codeElement} failure={texts.copy.failed} variant="quiet" />
    </span>
  );
}
