import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileKey2 } from 'lucide-react';
import { useState } from 'react';
import type { License } from '@basics/contract/licenses/licenses.ts';
import { readRequestId } from '#portal/api/api-problem.ts';
import { formatDay, formatDayFromNow, formatShortDay } from '#portal/messages/times.ts';
import { customer } from '#portal/texts/customer.ts';
import { LoadFailed } from '#portal/ui/feedback/notice.tsx';
import { Card, type Elements } from '#portal/ui/layout/layout.tsx';
import { ItemList, ItemRow, ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { formatMachine, LicenseStatusBadge } from '../license-format.tsx';
import { LicenseActions } from '../delivery/license-delivery.tsx';
import { createLicensesQuery } from '../licenses.queries.ts';

const texts = customer.licenses;
const shownCount = 5;

type NewestLicensesProps = {
  userId: number;
  /** Why no licence can be issued to this user now. */
  blockedReason?: string | undefined;
  /** Renders the actions that another feature adds to a licence. */
  renderActions: (license: License) => Elements;
};

/** The newest active licences of a customer, with a link to all licences. */
export function NewestLicenses({ userId, blockedReason, renderActions }: NewestLicensesProps) {
  const { data, error, refetch } = useQuery(createLicensesQuery(userId, { status: 'Active', pageSize: shownCount }));
  return (
    <Card
      title={texts.title}
      actions={
        <Link to="/licenses" search={{ userId }}>
          {texts.all}
        </Link>
      }
    >
      {blockedReason !== undefined && <p>{blockedReason}</p>}
      {!data && !error && <ItemsLoading loadingText={texts.loading} />}
      {!data && error && (
        <LoadFailed title={texts.failed} requestId={readRequestId(error)} onRetry={() => void refetch()} />
      )}
      {data?.items.length === 0 && blockedReason === undefined && <p>{texts.none}</p>}
      {data && data.items.length > 0 && (
        <ItemList>
          {data.items.map((license) => (
            <LicenseRow key={license.licenseId} license={license} actions={renderActions(license)} />
          ))}
        </ItemList>
      )}
    </Card>
  );
}

function LicenseRow({ license, actions }: { license: License; actions: Elements }) {
  const { machineName, status, bridge, expiryDate, issuedAt } = license;
  const [now] = useState(Date.now);
  const untilText = status === 'Active' ? texts.until(formatDay(expiryDate), formatDayFromNow(expiryDate, now)) : '';
  return (
    <ItemRow
      icon={FileKey2}
      title={
        <>
          <Link to={`/license/${license.licenseId}`} translate="no">
            {formatMachine(machineName)}
          </Link>{' '}
          <LicenseStatusBadge status={status} bridge={bridge} />
        </>
      }
      facts={[untilText, texts.issued(formatShortDay(issuedAt))].filter((fact) => fact !== '')}
      actions={<LicenseActions license={license}>{actions}</LicenseActions>}
    />
  );
}
