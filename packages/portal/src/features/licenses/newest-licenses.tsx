import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileKey2 } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { License } from '@basics/contract/licenses.ts';
import { readRequestId } from '#portal/api/api-problem.ts';
import { formatDay, formatDayFromNow, formatShortDay } from '#portal/messages/times.ts';
import { customer } from '#portal/texts/customer.ts';
import { EmptyState } from '#portal/ui/feedback/empty-state.tsx';
import { LoadFailed } from '#portal/ui/feedback/load-failed.tsx';
import { Card } from '#portal/ui/layout/card.tsx';
import { ItemList, ItemRow, ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { formatMachine } from './code-words.ts';
import { DownloadLicense } from './download-license.tsx';
import { LicenseStatusBadge } from './license-status-badge.tsx';
import { createLicensesQuery } from './licenses.queries.ts';
import { SendLicense } from './send-license.tsx';

const texts = customer.licenses;
const shown = 5;

type NewestLicensesProps = {
  userId: number;
  /** The reason why this user gets no licence now. */
  shut?: string | undefined;
  /** The actions of another feature for a licence. */
  renderDeeds: (license: License) => ReactNode;
};

/** The newest licences of a customer, with a link to all of them. */
export function NewestLicenses({ userId, shut, renderDeeds }: NewestLicensesProps) {
  const { data, error, refetch } = useQuery(createLicensesQuery(userId, { pageSize: shown }));
  const hasMore = data !== undefined && data.total > shown;
  return (
    <Card
      title={texts.title}
      actions={
        hasMore && (
          <Link to="/licenses" search={{ userId }}>
            {texts.all(data.total)}
          </Link>
        )
      }
    >
      {shut !== undefined && <p>{shut}</p>}
      {!data && !error && <ItemsLoading words={texts.loading} />}
      {!data && error && (
        <LoadFailed title={texts.failed} requestId={readRequestId(error)} onRetry={() => void refetch()} />
      )}
      {data?.items.length === 0 && shut === undefined && <EmptyState title={texts.none} />}
      {data && data.items.length > 0 && (
        <ItemList>
          {data.items.map((license) => (
            <LicenseRow key={license.licenseId} license={license} deeds={renderDeeds(license)} />
          ))}
        </ItemList>
      )}
    </Card>
  );
}

function LicenseRow({ license, deeds }: { license: License; deeds: ReactNode }) {
  const { machineName, status, expiryDate, issuedAt } = license;
  const [now] = useState(Date.now);
  const until = status === 'Active' ? texts.until(formatDay(expiryDate), formatDayFromNow(expiryDate, now)) : '';
  return (
    <ItemRow
      icon={FileKey2}
      title={
        <>
          {formatMachine(machineName)} <LicenseStatusBadge status={status} />
        </>
      }
      facts={[until, texts.issued(formatShortDay(issuedAt))].filter((fact) => fact !== '')}
      actions={
        <>
          <DownloadLicense license={license} isInRow />
          {status === 'Active' && <SendLicense license={license} isInRow />}
          {deeds}
        </>
      }
    />
  );
}
