import { Ban, CircleCheck, Hourglass, RefreshCw, TriangleAlert } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useRef } from 'react';
import type { License, LicenseStatus } from '@basics/contract/licenses.ts';
import { limits } from '@basics/contract/limits.ts';
import { licenses as texts } from '#portal/messages/en/licenses.ts';
import { dayFromNowWords, daysUntil, dayWords, shortDayWords } from '#portal/messages/times.ts';
import { CopyButton } from '#portal/ui/copy-button.tsx';
import type { Column } from '#portal/ui/data-table.tsx';
import { StatusBadge } from '#portal/ui/status-badge.tsx';
import type { Tone } from '#portal/ui/status-badge.tsx';
import { machineWords } from './code-words.ts';
import { DownloadLicense } from './download-license.tsx';
import styles from './licenses-table.module.css';

type Names = {
  tools: ReadonlyMap<string, string>;
  brands: ReadonlyMap<string, string>;
  /** Milliseconds. */
  now: number;
};

/** The ids of columns that sort are the fields of the call. */
export const licensesColumns = ({ tools, brands, now }: Names): readonly Column<License>[] => [
  {
    id: 'machineName',
    header: texts.table.machine,
    sortable: true,
    lead: true,
    cell: ({ machineName }) => <span className={styles.machine}>{machineWords(machineName)}</span>,
  },
  { id: 'status', header: texts.table.status, cell: ({ status }) => <Status status={status} /> },
  {
    id: 'tool',
    header: texts.table.tool,
    cell: ({ tool, version, brand }) => (
      <TwoLines first={`${tools.get(tool) ?? tool} ${version}`} second={brands.get(brand) ?? brand} />
    ),
  },
  {
    id: 'expiryDate',
    header: texts.table.expires,
    sortable: true,
    cell: (license) => <Expiry license={license} now={now} />,
  },
  {
    id: 'issuedAt',
    header: texts.table.issued,
    sortable: true,
    cell: ({ issuedAt }) => <span className={styles.date}>{shortDayWords(issuedAt)}</span>,
  },
  { id: 'licenseCode', header: texts.table.code, cell: ({ licenseCode }) => <ShortCode code={licenseCode} /> },
  { id: 'download', header: texts.table.file, cell: (license) => <DownloadLicense license={license} isInRow /> },
];

const looks: Record<LicenseStatus, { tone: Tone; icon: LucideIcon }> = {
  Active: { tone: 'ok', icon: CircleCheck },
  Expired: { tone: 'neutral', icon: Hourglass },
  Revoked: { tone: 'danger', icon: Ban },
  Replaced: { tone: 'neutral', icon: RefreshCw },
};

const Status = ({ status }: { status: LicenseStatus }) => (
  <StatusBadge {...looks[status]}>{texts.table.states[status]}</StatusBadge>
);

const TwoLines = ({ first, second }: { first: string; second: string }) => (
  <span className={styles.lines}>
    <span>{first}</span>
    <span className={styles.second}>{second}</span>
  </span>
);

function Expiry({ license: { expiryDate, status }, now }: { license: License; now: number }) {
  const days = daysUntil(expiryDate, now);
  const endsSoon = status === 'Active' && days <= limits.licence.renewalOpensDays;
  const words = days < 0 ? texts.table.expired : texts.table.expiresIn;
  return (
    <span className={styles.lines}>
      <span className={styles.date}>{dayWords(expiryDate)}</span>
      {(status === 'Active' || status === 'Expired') && (
        <span className={endsSoon ? styles.soon : styles.second}>
          {endsSoon && <TriangleAlert aria-hidden="true" />}
          {words(dayFromNowWords(expiryDate, now))}
        </span>
      )}
    </span>
  );
}

/** All of the code is there, so that it can be selected; only its beginning is seen. */
function ShortCode({ code }: { code: string }) {
  const shown = useRef<HTMLElement>(null);
  return (
    <span className={styles.code}>
      <code ref={shown}>{code}</code>
      <CopyButton text={code} selects={shown} failure={texts.copy.failed} variant="quiet" />
    </span>
  );
}
