import { useQuery } from '@tanstack/react-query';
import { Ban } from 'lucide-react';
import { useState } from 'react';
import type { LicenseDetails } from '@basics/contract/license-admin.ts';
import { isProblem } from '#portal/api/api-problem.ts';
import { licenseAdmin as texts } from '#portal/texts/license-admin.ts';
import { Allowed } from '#portal/session/allowed.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { CodeBlock } from '#portal/ui/content/code-block.tsx';
import { FetchedPanel } from '#portal/ui/overlays/fetched-panel.tsx';
import { createLicenseQuery } from './license-admin.queries.ts';
import type { FilterOptions } from './license-admin.queries.ts';
import { LicenseFacts, LicenseHistory } from './license-facts.tsx';
import type { LicensePieces } from './license-renderers.ts';
import { InvalidLicenseNotice } from './invalid-license-notice.tsx';
import { formatMachine } from './license-format.ts';
import { RevokeForm } from './revoke-license.tsx';
import styles from './license-admin.module.css';

type LicensePanelProps = LicensePieces & {
  licenseId: number;
  options: FilterOptions | undefined;
  /** The address that opens another licence. */
  search: (licenseId: number) => Record<string, unknown>;
  onClose: () => void;
};

const words = { ...texts.panel, failed: texts.failed };

/** Shows one licence beside the list, with its actions. */
export function LicensePanel({ licenseId, options, search, onClose, ...pieces }: LicensePanelProps) {
  const found = useQuery({ ...createLicenseQuery(licenseId), staleTime: 0 });
  const [isRevoking, setRevoking] = useState(false);
  const canBeRevoked = found.data !== undefined && found.data.status !== 'Revoked';
  return (
    <FetchedPanel
      query={found}
      isMissing={isProblem(found.error, 'RESULTS_NOT_FOUND')}
      words={words}
      readTitle={({ machineName }) => formatMachine(machineName)}
      onClose={onClose}
      footer={canBeRevoked && !isRevoking ? <PanelActions onRevoke={() => setRevoking(true)} /> : undefined}
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
                void found.refetch();
              }}
            />
          )}
          <LicenseContent license={license} options={options} search={search} {...pieces} />
        </>
      )}
    </FetchedPanel>
  );
}

type LicenseContentProps = LicensePieces &
  Pick<LicensePanelProps, 'options' | 'search'> & {
    license: LicenseDetails;
  };

const LicenseContent = ({ license, options, search, ...pieces }: LicenseContentProps) => (
  <>
    <LicenseFacts license={license} options={options} {...pieces} />
    <section className={styles.part}>
      <h3>{texts.panel.file}</h3>
      {pieces.renderCarriers(license)}
    </section>
    <section className={styles.part}>
      <h3>{texts.panel.code}</h3>
      <CodeBlock
        label={texts.panel.code}
        code={license.licenseCode}
        copyLabel={texts.panel.copyCode}
        copyFailure={texts.panel.copyFailed}
      />
    </section>
    <LicenseHistory license={license} search={search} {...pieces} />
  </>
);

const PanelActions = ({ onRevoke }: { onRevoke: () => void }) => (
  <Allowed any={['users.edit']}>
    <Button icon={<Ban aria-hidden="true" />} onClick={onRevoke}>
      {texts.revoke.action}
    </Button>
  </Allowed>
);
