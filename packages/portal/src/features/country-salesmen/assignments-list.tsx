import type { Assignment } from '@basics/contract/country-salesmen.ts';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { requestIdOf } from '#portal/api/api-problem.ts';
import { countrySalesmen as texts } from '#portal/messages/en/country-salesmen.ts';
import { Button } from '#portal/ui/button.tsx';
import { Card } from '#portal/ui/card.tsx';
import { DataTable } from '#portal/ui/data-table.tsx';
import { EmptyState } from '#portal/ui/empty-state.tsx';
import { Pagination } from '#portal/ui/pagination.tsx';
import { useSearchState } from '#portal/ui/search-state.ts';
import { selectionColumn } from '#portal/ui/selection-boxes.tsx';
import { useSelection } from '#portal/ui/use-selection.ts';
import type { Selection } from '#portal/ui/use-selection.ts';
import { Announced } from '#portal/ui/visually-hidden.tsx';
import { addressed } from './addressed.ts';
import type { Addressed } from './addressed.ts';
import { assignmentsColumns } from './assignments-columns.tsx';
import { AssignmentsFilters, noFilters } from './assignments-filters.tsx';
import styles from './country-salesman.module.css';
import { assignmentsLike } from './country-salesmen.queries.ts';
import type { AssignmentsAsked, Options } from './country-salesmen.queries.ts';
import { DeleteAssignments } from './delete-assignments.tsx';
import type { Kept } from './delete-assignments.tsx';
import { KeptNotice } from './kept-notice.tsx';
import { namesIn } from './names.ts';
import { TickedAssignments } from './ticked-assignments.tsx';
import { useReach } from './use-reach.ts';
import type { Reach } from './use-reach.ts';
import { newId, openerOf, useRowEditor } from './use-row-editor.ts';
import type { RowEditor } from './use-row-editor.ts';

/** The assignments; search, filters, sort and page stand in the address. One row at a time is written in its place. */
export function AssignmentsList({ options }: { options: Options }) {
  const [state, change] = useSearchState(addressed);
  const reach = useReach();
  const editor = useRowEditor(state.add);
  const isReady = options.countries.length > 0;
  return (
    <Card
      title={texts.list}
      actions={reach.mayCreate && isReady && <Add isDisabled={editor.row !== null} onAdd={() => editor.open()} />}
    >
      <div className={styles.list}>
        {reach.countries !== null && (
          <p className={styles.muted}>{reach.countries.size > 0 ? texts.own : texts.ownNone}</p>
        )}
        <AssignmentsFilters
          state={state}
          options={options}
          onSearch={(word) => change({ keyword: word || undefined, pageNumber: undefined }, { replace: true })}
          onFilter={(filters) => change({ ...filters, pageNumber: undefined })}
          onClear={() => change(noFilters)}
        />
        <Rows state={state} reach={reach} editor={editor} options={options} onClear={() => change(noFilters)} />
      </div>
    </Card>
  );
}

type RowsProps = { state: Addressed; reach: Reach; editor: RowEditor; options: Options; onClear: () => void };

function Rows({ state, reach, editor, options, onClear }: RowsProps) {
  const asked = askedBy(state);
  const page = useQuery(assignmentsLike(asked));
  const { data } = page;
  const names = namesIn(options);
  const mayTick = ({ country, id }: Assignment): boolean => id !== editor.row?.id && reach.mayDelete(country);
  const selection = useSelection((data?.items ?? []).filter(mayTick), ({ id }) => id);
  const deletion = useDeletion(selection);
  const isAsked = Object.keys(asked).some((field) => field !== 'sort');
  const columns = assignmentsColumns({ editor, options, names, reach, onDelete: (row) => deletion.begin([row]) });
  const ticks = selectionColumn({ selection, nameOf: names.assignment, isFixed: (row) => !mayTick(row) });

  return (
    <>
      {isAsked && data && !page.isPlaceholderData && <Announced>{texts.found(data.total)}</Announced>}
      {deletion.kept.length > 0 && <KeptNotice kept={deletion.kept} names={names} onDismiss={deletion.dismiss} />}
      <TickedAssignments {...{ selection, asked, mayTick }} total={data?.total ?? 0} onDelete={deletion.begin} />
      <DataTable<Assignment>
        label={texts.list}
        columns={[ticks, ...columns]}
        rowKey={({ id }) => id}
        rows={withNew(editor.row, options, data?.items)}
        problem={page.error && { message: texts.failed, requestId: requestIdOf(page.error) }}
        onRetry={() => void page.refetch()}
        stale={page.isPlaceholderData}
        sort={{ current: state.sort, search: (sort) => ({ ...state, sort, pageNumber: undefined }) }}
        empty={<Nothing />}
        {...(isAsked && { noResult: <NoResult hasPages={(data?.total ?? 0) > 0} onClear={onClear} /> })}
      />
      {data && data.items.length > 0 && (
        <Pagination
          pageNumber={data.pageNumber}
          pageSize={data.pageSize}
          total={data.total}
          search={(pageNumber) => ({ ...state, pageNumber: pageNumber === 1 ? undefined : pageNumber })}
        />
      )}
      {deletion.doomed.length > 0 && (
        <DeleteAssignments doomed={deletion.doomed} names={names} onClose={deletion.end} />
      )}
    </>
  );
}

/** What is about to be deleted; and of what was, which rows are still there: they stay ticked. */
function useDeletion(selection: Selection<Assignment>) {
  const [doomed, setDoomed] = useState<readonly Assignment[]>([]);
  const [kept, setKept] = useState<readonly Kept[]>([]);
  function end(result: readonly Kept[] | null): void {
    setDoomed([]);
    if (result === null) return;
    setKept(result);
    const gone = new Set(doomed.map(({ id }) => id));
    const stays = new Set(result.map(({ assignment }) => assignment.id));
    selection.replace(selection.rows.filter(({ id }) => !gone.has(id) || stays.has(id)));
  }
  return { doomed, kept, begin: setDoomed, end, dismiss: () => setKept([]) };
}

/** The new row stands first; not before there is something to choose from. */
function withNew(
  written: Assignment | null,
  options: Options,
  items: readonly Assignment[] | undefined,
): readonly Assignment[] | undefined {
  const isNew = written?.id === newId && options.countries.length > 0;
  return items && isNew ? [written, ...items] : items;
}

/** What of the address is asked of the server. */
function askedBy(state: Addressed): AssignmentsAsked {
  const elsewhere = ['view', 'gaps', 'add'];
  return Object.fromEntries(
    Object.entries(state).filter(([field, value]) => value !== undefined && !elsewhere.includes(field)),
  );
}

const Add = ({ isDisabled, onAdd }: { isDisabled: boolean; onAdd: () => void }) => (
  <Button
    id={openerOf(newId)}
    variant="primary"
    icon={<Plus aria-hidden="true" />}
    disabled={isDisabled}
    onClick={onAdd}
  >
    {texts.add}
  </Button>
);

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
