import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { ToolUsage } from '@basics/contract/license-admin/license-admin.ts';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { licenseAdmin as texts } from '#portal/texts/license-admin.ts';
import { EmptyState } from '#portal/ui/feedback/empty-state.tsx';
import { QueryContent } from '#portal/ui/feedback/notice.tsx';
import { useSearchState } from '#portal/ui/filters/search-state.ts';
import type { Elements } from '#portal/ui/layout/layout.tsx';
import { ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { createMachinesQuery } from '../license-admin.queries.ts';
import { describeChangesLeft, describeNextSeat } from '../license-format.tsx';
import styles from '../license-admin.module.css';
import { PcList } from './pc-list.tsx';
import { PcsHeading } from './pcs-heading.tsx';

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
            machines={query.data.flatMap(({ machines }) => machines)}
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
