import { useQuery } from '@tanstack/react-query';
import { FileKey2, MonitorCog } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import type { ToolUsage } from '@basics/contract/license-admin/license-admin.ts';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { licenseAdmin as texts } from '#portal/texts/license-admin.ts';
import { LinkButton } from '#portal/ui/buttons/button.tsx';
import { EmptyState } from '#portal/ui/feedback/empty-state.tsx';
import { QueryContent } from '#portal/ui/feedback/notice.tsx';
import { useSearchState } from '#portal/ui/filters/search-state.ts';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import type { Elements } from '#portal/ui/layout/layout.tsx';
import { ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { createMachinesQuery } from '../license-admin.queries.ts';
import { describeChangesLeft, describeNextSeat, describeSeats } from '../license-format.tsx';
import styles from '../license-admin.module.css';
import { RenewAll } from '../renew/renew-license.tsx';
import { findRenewableLicense } from '../renew/use-renewal.ts';
import { PcList } from './pc-list.tsx';

/** The link of a reminder of several licences has `renew`. */
const pageSearch = z.object({ renew: z.optional(z.literal('all')) });

// The dialog that renews licences is loaded only if the address asks for it.
const RenewFromLink = createLazyPart(async () => (await import('../renew/renew-dialogs.tsx')).RenewFromLink);

/** The page of the own PCs. `tabs` leads to the page of all licences, which is another feature. */
export function PcsPage({ tabs }: { tabs: Elements }) {
  const { userId } = useUser();
  const [{ renew }, change] = useSearchState(pageSearch);
  const query = useQuery(createMachinesQuery(userId));
  return (
    <>
      <PcsHeading />
      {tabs}
      {renew !== undefined && query.data && (
        <OptionalPart>
          <RenewFromLink
            machines={listMachines(query.data)}
            onClose={() => change({ renew: undefined }, { replace: true })}
          />
        </OptionalPart>
      )}
      <QueryContent
        query={query}
        failedTitle={texts.machines.failed}
        loading={<ItemsLoading loadingText={texts.machines.loading} />}
      >
        {(loaded) => <OwnPcs userId={userId} toolUsages={loaded} />}
      </QueryContent>
    </>
  );
}

/** The heading of the own PCs and of the own licences: the seats, and the buttons that get and renew licences. */
export function PcsHeading({ windowTitle }: { windowTitle?: string }) {
  const { userId } = useUser();
  const [now] = useState(Date.now);
  const { data: toolUsages = [], isPending } = useQuery(createMachinesQuery(userId));
  const machines = listMachines(toolUsages);
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

const listMachines = (toolUsages: readonly ToolUsage[]) => toolUsages.flatMap(({ machines }) => machines);

const OwnPcs = ({ userId, toolUsages }: { userId: number; toolUsages: readonly ToolUsage[] }) => {
  if (toolUsages.every(({ machines }) => machines.length === 0))
    return (
      <EmptyState title={texts.machines.noPcs}>
        <p>{texts.ownPcs.none}</p>
      </EmptyState>
    );
  return (
    <div className={styles.titled}>
      {toolUsages.map((toolUsage) => {
        const facts = [describeNextSeat(toolUsage), describeChangesLeft(toolUsage)].filter((fact) => fact !== '');
        if (facts.length === 0) return null;
        return (
          <p key={toolUsage.tool} className={styles.second}>
            {toolUsages.length > 1 && <span>{`${toolUsage.toolName}: `}</span>}
            <span>{facts.join(' ')}</span>
          </p>
        );
      })}
      <PcList userId={userId} toolUsages={toolUsages} />
    </div>
  );
};
