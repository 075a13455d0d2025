import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Ban } from 'lucide-react';
import { useState } from 'react';
import type { LicenseDetails } from '@basics/contract/license-admin/license-admin.ts';
import { isProblem } from '#portal/api/api-problem.ts';
import { licenseAdmin as texts } from '#portal/texts/license-admin.ts';
import { Allowed } from '#portal/session/session-context.tsx';
import { RenewButton } from '#portal/session/bulk/renew-button.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { CodeBlock } from '#portal/ui/markdown/code-block.tsx';
import { FetchedPanel } from '#portal/ui/overlays/fetched-panel.tsx';
import { createLicenseQuery, invalidateLicenses, type FilterOptions } from './license-admin.queries.ts';
import { LicenseFacts, LicenseHistory } from './license-facts.tsx';
import { formatMachine, formatOwner, isRenewedNext, type LicenseRenderers } from './license-format.tsx';
import { RevokeForm } from './revoke-license.tsx';
import styles from './license-admin.module.css';
import { formatDay, formatMoment } from '#portal/messages/times.ts';
import { Notice } from '#portal/ui/feedback/notice.tsx';

type LicensePanelProps = LicenseRenderers & {
  licenseId: number;
  options: FilterOptions | undefined;
  /** Returns the search parameters of the address that opens another licence. */
  search: (licenseId: number) => Record<string, unknown>;
  onClose: () => void;
};

const panelTexts = { ...texts.panel, failed: texts.failed };

/** Shows one licence beside the list, with its actions. */
export function LicensePanel({ licenseId, options, search, onClose, ...renderers }: LicensePanelProps) {
  const licenseQuery = useQuery({ ...createLicenseQuery(licenseId), staleTime: 0 });
  const [isRevoking, setRevoking] = useState(false);
  const canBeRevoked = licenseQuery.data !== undefined && licenseQuery.data.status !== 'Revoked';
  return (
    <FetchedPanel
      query={licenseQuery}
      isMissing={isProblem(licenseQuery.error, 'RESULTS_NOT_FOUND')}
      panelTexts={panelTexts}
      readTitle={({ machineName }) => texts.panel.title(formatMachine(machineName))}
      onClose={onClose}
      footer={
        canBeRevoked && !isRevoking ? (
          <PanelActions license={licenseQuery.data} onRevoke={() => setRevoking(true)} />
        ) : undefined
      }
    >
      {(license) => (
        <>
          <InvalidLicenseNotice license={license} />
          {isRevoking && canBeRevoked && (
            <RevokeForm
              license={license}
              onCancel={() => setRevoking(false)}
              onRevoked={() => setRevoking(false)}
              onReload={() => {
                setRevoking(false);
                void licenseQuery.refetch();
              }}
            />
          )}
          <LicenseContent license={license} options={options} search={search} {...renderers} />
        </>
      )}
    </FetchedPanel>
  );
}

type LicenseContentProps = LicenseRenderers &
  Pick<LicensePanelProps, 'options' | 'search'> & {
    license: LicenseDetails;
  };

function LicenseContent({ license, options, search, ...renderers }: LicenseContentProps) {
  const [now] = useState(Date.now);
  return (
    <>
      <LicenseFacts license={license} options={options} {...renderers} />
      <Link to={`/license/${license.licenseId}`}>{texts.panel.openPage}</Link>
      <section className={styles.titled}>
        <h3>{texts.panel.file}</h3>
        {renderers.renderDelivery(license, isRenewedNext(license, now))}
      </section>
      <section className={styles.titled}>
        <h3>{texts.panel.code}</h3>
        <CodeBlock
          label={texts.panel.code}
          code={license.licenseCode}
          copyLabel={texts.panel.copyCode}
          copyFailure={texts.panel.copyFailed}
        />
      </section>
      <LicenseHistory license={license} search={search} {...renderers} />
    </>
  );
}

const PanelActions = ({ license, onRevoke }: { license: LicenseDetails | undefined; onRevoke: () => void }) => (
  <Allowed any={['users.edit']}>
    {license?.status === 'Active' && <RenewFromPanel license={license} />}
    <Button icon={<Ban aria-hidden="true" />} onClick={onRevoke}>
      {texts.revoke.action}
    </Button>
  </Allowed>
);

function RenewFromPanel({ license }: { license: LicenseDetails }) {
  const client = useQueryClient();
  const { licenseId, machineName, owner, expiryDate } = license;
  const row = {
    id: licenseId,
    machineName: formatMachine(machineName),
    ownerId: owner.userId,
    ownerName: formatOwner(owner),
    company: owner.company,
    expiryDate,
  };
  const [now] = useState(Date.now);
  const variant = isRenewedNext(license, now) ? 'primary' : 'secondary';
  return <RenewButton rows={[row]} variant={variant} onDone={() => void invalidateLicenses(client)} />;
}

/** Explains why a licence is no longer valid, and whether it still works on its PC. */
function InvalidLicenseNotice({ license }: { license: LicenseDetails }) {
  const { revoked, replacedAt, machine, expiryDate, history, licenseId } = license;
  if (revoked) {
    return (
      <Notice tone="danger" title={texts.panel.revokedTitle(formatMoment(revoked.at), revoked.by ?? '')}>
        <p>{revoked.reason}</p>
      </Notice>
    );
  }
  if (replacedAt === null) return null;
  const isNewest = history[0]?.licenseId === licenseId;
  if (machine.releasedAt !== null && isNewest) {
    return (
      <Notice tone="warn" title={texts.panel.goneTitle(formatMoment(machine.releasedAt))}>
        <p>{texts.panel.goneText(formatDay(expiryDate))}</p>
      </Notice>
    );
  }
  return <Notice tone="info" title={texts.panel.replacedTitle(formatMoment(replacedAt))} />;
}
