import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import type { LicenseOverview } from '@basics/contract/license-admin/license-admin.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { useSearchState } from '#portal/ui/filters/search-state.ts';
import styles from '../license-admin.module.css';
import { RenewForOwner } from './renew-for-owner.tsx';
import { NotRenewable, RenewOne, explainWhyNotRenewable } from './renew-dialogs.tsx';
import { RenewButton } from './renew-license.tsx';

/** The link of a reminder has `renew`, so that the page asks at once whether to renew the licence. */
const renewalSearch = z.object({ renew: z.optional(z.literal('yes')) });

/**
 * The renewal on the page of a licence, when the licence can be renewed now without a new code. If the licence of a reminder was renewed
 * already, the page of the new licence opens.
 */
export function LicenseRenewal({ overview }: { overview: LicenseOverview }) {
  const [now] = useState(Date.now);
  /** Whether the renewal is what comes next; before the installation, the file is. */
  const [wasInstalled] = useState(overview.installedAt !== undefined);
  const isOwn = useUser().userId === overview.userId;
  const [{ renew }, change] = useSearchState(renewalSearch);
  const { status, renewalOpens, grantEndsOn, ended, current } = overview;
  const isRenewable =
    status === 'Active' && grantEndsOn === null && renewalOpens !== null && Date.parse(renewalOpens) <= now;
  const isAsked = renew === 'yes' && isOwn;
  const closeDialog = (): void => change({ renew: undefined }, { replace: true });
  if (isAsked && ended?.how === 'replaced' && current) return <Navigate to={`/license/${current.licenseId}`} replace />;
  if (!isRenewable)
    return isAsked ? (
      <NotRenewable reasonText={explainWhyNotRenewable([overview], now)} isAboutAll={false} onClose={closeDialog} />
    ) : null;
  if (!isOwn)
    return (
      <div className={styles.renewal}>
        <RenewForOwner userId={overview.userId} licenses={[overview]} />
      </div>
    );
  return (
    <div className={styles.renewal}>
      <RenewButton license={overview} variant={wasInstalled ? 'primary' : 'secondary'} />
      {isAsked && <RenewOne license={overview} onClose={closeDialog} />}
    </div>
  );
}
