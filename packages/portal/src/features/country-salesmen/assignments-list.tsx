import type { Assignment } from '@basics/contract/country-salesmen.ts';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { countrySalesmen as texts } from '#portal/texts/country-salesmen.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { Card } from '#portal/ui/layout/card.tsx';
import { classes } from '#portal/ui/layout/classes.ts';
import { ExportButton } from '#portal/ui/lists/export-button.tsx';
import { PagedTable } from '#portal/ui/lists/paged-table.tsx';
import { useSearchState } from '#portal/ui/lists/search-state.ts';
import type { Change } from '#portal/ui/lists/search-state.ts';
import { selectionColumn } from '#portal/ui/lists/selection-boxes.tsx';
import { Stack } from '#portal/ui/layout/stack.tsx';
import { useSelection } from '#portal/ui/lists/use-selection.ts';
import type { Selection } from '#portal/ui/lists/use-selection.ts';
import { addressed } from './addressed.ts';
import type { Addressed } from './addressed.ts';
import { assignmentsColumns } from './assignments-columns.tsx';
import { AssignmentsFilters, cleared } from './assignments-filters.tsx';
import styles from './country-salesman.module.css';
import { assignmentsLike, exportAssignments } from './country-salesmen.queries.ts';
import type { Options } from './country-salesmen.queries.ts';
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
export function AssignmentsList({ options, isWaiting }: { options: Options; isWaiting: boolean }) {
  const [state, change] = useSearchState(addressed);
  const reach = useReach();
  const editor = useRowEditor(state.add);
  const isReady = options.countries.length > 0;
  // What will be there keeps its room.
  const hasAdd = reach.mayCreate === null || (reach.mayCreate && (isReady || isWaiting));
  return (
    <Card
      title={texts.list}
      actions={
        hasAdd && <Add isDisabled={!reach.mayCreate || !isReady || editor.row !== null} onAdd={() => editor.open()} />
      }
    >
      <Stack>
        {reach.countries !== null && <Own count={reach.mayCreate === null ? null : reach.countries.size} />}
        <AssignmentsFilters state={state} options={options} change={change} />
        <Rows {...{ state, reach, editor, options, isWaiting, change }} />
      </Stack>
    </Card>
  );
}

/** Where somebody may write who may not everywhere; not read before it is known. */
const Own = ({ count }: { count: number | null }) => (
  <p className={classes(styles.muted, count === null && styles.unknown)}>{count === 0 ? texts.ownNone : texts.own}</p>
);

type RowsProps = {
  state: Addressed;
  reach: Reach;
  editor: RowEditor;
  options: Options;
  isWaiting: boolean;
  change: Change<Addressed>;
};

function Rows({ state, reach, editor, options, isWaiting, change }: RowsProps) {
  const { view: _view, gaps: _gaps, add: _add, ...asked } = state;
  const page = useQuery(assignmentsLike(asked));
  const { data } = page;
  const names = namesIn(options);
  const mayTick = ({ country, id }: Assignment): boolean => id !== editor.row?.id && reach.mayDelete(country);
  const selection = useSelection((data?.items ?? []).filter(mayTick), ({ id }) => id);
  const deletion = useDeletion(selection);
  const columns = assignmentsColumns({ editor, options, names, reach, onDelete: (row) => deletion.begin([row]) });
  const ticks = selectionColumn({ selection, nameOf: names.assignment, isFixed: (row) => !mayTick(row) });

  return (
    <>
      {deletion.kept.length > 0 && <KeptNotice kept={deletion.kept} names={names} onDismiss={deletion.dismiss} />}
      <TickedAssignments {...{ selection, asked, mayTick }} total={data?.total ?? 0} onDelete={deletion.begin} />
      <PagedTable<Assignment>
        label={texts.list}
        columns={[ticks, ...columns]}
        rowKey={({ id }) => id}
        page={page}
        isWaiting={isWaiting}
        rows={withNew(editor.row, options, data?.items)}
        words={texts}
        address={state}
        cleared={cleared}
        onChange={change}
        announce={texts.found}
        expected={10}
      />
      <ExportButton total={data?.total ?? 0} fetchFile={(signal) => exportAssignments(asked, signal)} />
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
