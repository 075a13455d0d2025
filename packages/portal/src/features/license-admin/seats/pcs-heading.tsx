import { useQuery } from '@tanstack/react-query';
import { FileKey2, MonitorCog } from 'lucide-react';
import { useState } from 'react';
import { licenseAdmin as texts } from '#portal/texts/license-admin.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { LinkButton } from '#portal/ui/buttons/button.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { createMachinesQuery } from '../license-admin.queries.ts';
import { describeSeats } from '../license-format.tsx';
import { RenewAll } from '../renew/renew-license.tsx';
import { findRenewableLicense } from '../renew/use-renewal.ts';

/** The heading of the own PCs and of the own licences: the seats, and the buttons that get and renew licences. */
export function PcsHeading({ windowTitle }: { windowTitle?: string }) {
  const { userId } = useUser();
  const [now] = useState(Date.now);
  const { data: toolUsages = [], isPending } = useQuery(createMachinesQuery(userId));
  const machines = toolUsages.flatMap((toolUsage) => toolUsage.machines);
  const renewableCount = machines.filter((machine) => findRenewableLicense(machine, now)).length;
  return (
    <PageHeading
      title={texts.machines.title}
      windowTitle={windowTitle}
      introText={isPending ? '\u00A0' : toolUsages.length > 0 ? describeSeats(toolUsages) : undefined}
      actions={
        <>
          <LinkButton to="/license/many" icon={<MonitorCog aria-hidden="true" />}>
            {texts.ownPcs.several}
          </LinkButton>
          <LinkButton
            to="/license/verify"
            variant={renewableCount > 1 ? 'secondary' : 'primary'}
            icon={<FileKey2 aria-hidden="true" />}
          >
            {texts.ownPcs.getLicense}
          </LinkButton>
          <RenewAll machines={machines} now={now} variant="primary" />
        </>
      }
    />
  );
}
