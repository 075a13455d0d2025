import type { AuditEntry } from '@basics/contract/audit.ts';
import { useQuery } from '@tanstack/react-query';
import { requestIdOf } from '#portal/api/api-problem.ts';
import { audit as texts } from '#portal/messages/en/audit.ts';
import { Button } from '#portal/ui/button.tsx';
import { Card } from '#portal/ui/card.tsx';
import { DataTable } from '#portal/ui/data-table.tsx';
import { EmptyState } from '#portal/ui/empty-state.tsx';
import { PageHeading } from '#portal/ui/page-heading.tsx';
import { Pagination } from '#portal/ui/pagination.tsx';
import { useSearchState } from '#portal/ui/search-state.ts';
import { Announced } from '#portal/ui/visually-hidden.tsx';
import { addressed, askedBy, nothing } from './addressed.ts';
import { AuditFilters } from './audit-filters.tsx';
import { entriesLike } from './audit.queries.ts';
import styles from './audit.module.css';
import { entriesColumns } from './entries-columns.tsx';
import { EntryPanel } from './entry-panel.tsx';

/** Who did what, when; an entry opens beside the list with what it changed. */
export function AuditPage() {
  const [state, change] = useSearchState(addressed);
  const asked = askedBy(state);
  const page = useQuery(entriesLike(asked));
  const { data } = page;
  const isAsked = Object.keys(asked).some((field) => field !== 'sort');
  const opened = data?.items.find(({ auditId }) => auditId === state.entry);
  return (
    <>
      <PageHeading title={texts.title} lead={texts.lead} />
      <Card>
        <div className={styles.list}>
          <AuditFilters state={state} change={change} actions={data?.actions ?? []} />
          {isAsked && data && !page.isPlaceholderData && <Announced>{texts.found(data.total)}</Announced>}
          <DataTable<AuditEntry>
            label={texts.title}
            columns={entriesColumns((entry) => ({ ...state, entry }))}
            rowKey={({ auditId }) => auditId}
            rows={data?.items}
            problem={page.error && { message: texts.failed, requestId: requestIdOf(page.error) }}
            onRetry={() => void page.refetch()}
            stale={page.isPlaceholderData}
            sort={{ current: state.sort, search: (sort) => ({ ...state, sort, pageNumber: undefined }) }}
            empty={<Nothing />}
            {...(isAsked && {
              noResult: <NoResult hasPages={(data?.total ?? 0) > 0} onClear={() => change(nothing)} />,
            })}
          />
          {data && data.items.length > 0 && (
            <Pagination
              pageNumber={data.pageNumber}
              pageSize={data.pageSize}
              total={data.total}
              search={(pageNumber) => ({ ...state, pageNumber: pageNumber === 1 ? undefined : pageNumber })}
            />
          )}
        </div>
      </Card>
      {opened && (
        <EntryPanel
          entry={opened}
          onClose={() => change({ entry: undefined })}
          onOnly={(filters) => change({ ...nothing, ...filters, entry: undefined })}
        />
      )}
    </>
  );
}

const Nothing = () => (
  <EmptyState title={texts.empty.title}>
    <p>{texts.empty.text}</p>
  </EmptyState>
);

const NoResult = ({ hasPages, onClear }: { hasPages: boolean; onClear: () => void }) => (
  <EmptyState
    title={texts.noResult.title}
    actions={<Button onClick={onClear}>{hasPages ? texts.noResult.toStart : texts.noResult.clear}</Button>}
  >
    <p>{hasPages ? texts.noResult.page : texts.noResult.text}</p>
  </EmptyState>
);
