import { useRef } from 'react';
import type { ReactNode } from 'react';
import type { License } from '@basics/contract/licenses.ts';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { formatShortDay } from '#portal/messages/times.ts';
import { CopyButton } from '#portal/ui/content/copy-button.tsx';
import type { Column } from '#portal/ui/lists/data-table.tsx';
import { joinClasses } from '#portal/ui/layout/classes.ts';
import { formatMachine } from './code-words.ts';
import { DownloadLicense } from './download-license.tsx';
import { LicenseExpiry } from './license-expiry.tsx';
import { LicenseStatusBadge } from './license-status-badge.tsx';
import styles from './licenses-table.module.css';
import { SendLicense } from './send-license.tsx';

type Names = {
  tools: ReadonlyMap<string, string>;
  addOns: ReadonlyMap<string, string>;
  brands: ReadonlyMap<string, string>;
  /** Milliseconds. */
  now: number;
  /** Further actions for a licence. */
  renderDeeds?: ((license: License) => ReactNode) | undefined;
};

/** The ids of columns that sort are the fields of the call. */
export const createLicensesColumns = ({
  tools,
  addOns,
  brands,
  now,
  renderDeeds,
}: Names): readonly Column<License>[] => [
  {
    id: 'machineName',
    header: texts.table.machine,
    sortable: true,
    lead: true,
    cell: ({ machineName }) => <span className={styles.machine}>{formatMachine(machineName)}</span>,
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
      <TwoLines
        first={`${tools.get(tool) ?? tool} ${version}`}
        second={[brands.get(brand) ?? brand, ...configTools.map((id) => addOns.get(id) ?? id)].join(' · ')}
      />
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
    cell: (license) => <Delivery license={license}>{renderDeeds?.(license)}</Delivery>,
  },
];

/** The ways to deliver a licence; one that is no longer valid can still be saved as a file. */
const Delivery = ({ license, children }: { license: License; children: ReactNode }) => (
  <div className={styles.carried}>
    <DownloadLicense license={license} isInRow />
    {license.status === 'Active' && <SendLicense license={license} isInRow />}
    {children}
  </div>
);

const TwoLines = ({ first, second }: { first: string; second: string }) => (
  <span className={styles.lines}>
    <span>{first}</span>
    <span className={joinClasses(styles.second, styles.wrapping)}>{second}</span>
  </span>
);

/** Contains the whole code, so that it can be selected; only its beginning is visible. */
function ShortCode({ code }: { code: string }) {
  const shown = useRef<HTMLElement>(null);
  return (
    <span className={styles.code}>
      <code ref={shown}>{code}</code>
      <CopyButton text={code} selects={shown} failure={texts.copy.failed} variant="quiet" />
    </span>
  );
}
