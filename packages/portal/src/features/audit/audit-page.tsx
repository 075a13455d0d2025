import { useQuery } from '@tanstack/react-query';
import type { AuditEntry } from '@basics/contract/audit.ts';
import { audit as texts } from '#portal/texts/audit.ts';
import { Card } from '#portal/ui/layout/card.tsx';
import { ListTable } from '#portal/ui/lists/list-table.tsx';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';
import { CardStack, Stack } from '#portal/ui/layout/stack.tsx';
import { useList } from '#portal/ui/lists/use-list.ts';
import { useShownColumns } from '#portal/ui/lists/use-shown-columns.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { auditVerification, entriesList } from './audit.queries.ts';
import { VerificationCard, VerificationLink } from './verification-card.tsx';
import { createEntriesColumns } from './entries-columns.tsx';
import { EntryPanel } from './entry-panel.tsx';

/** The page of the audit log, which records who changed what and when. An entry opens beside the list and shows its changes. */
export function AuditPage() {
  const list = useList(entriesList);
  const { address, change, cleared } = list;
  const { columns, choice } = useShownColumns(
    'audit',
    createEntriesColumns((auditId) => ({ ...address, entry: auditId })),
  );
  // The verification card is below the list, or above the list if it reports a problem.
  const isBroken = useQuery(auditVerification).data?.last?.isWhole === false;
  const openEntry = list.page.data?.items.find(({ auditId }) => auditId === address.entry);
  return (
    <>
      <PageHeading title={texts.title} introText={texts.lead} actions={<VerificationLink />} />
      <CardStack>
        {isBroken && <VerificationCard />}
        <Card>
          <Stack>
            <AuditFilters list={list} columnChoice={choice} />
            <ListTable<AuditEntry> list={list} tableTexts={texts} columns={columns} rowKey={({ auditId }) => auditId} />
          </Stack>
        </Card>
        {!isBroken && <VerificationCard />}
      </CardStack>
      {openEntry && (
        <EntryPanel
          entry={openEntry}
          onClose={() => change({ entry: undefined })}
          onFilter={(filters) => change({ ...cleared, ...filters, entry: undefined })}
        />
      )}
    </>
  );
}
