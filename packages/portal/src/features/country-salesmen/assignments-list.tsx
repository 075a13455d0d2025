import type { Assignment } from '@basics/contract/country-salesmen.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { countrySalesmen as texts } from '#portal/texts/country-salesmen.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { Card } from '#portal/ui/layout/card.tsx';
import { joinClasses } from '#portal/ui/layout/classes.ts';
import { ListTable } from '#portal/ui/lists/list-table.tsx';
import { createSelectionColumn } from '#portal/ui/lists/selection-boxes.tsx';
import { Stack } from '#portal/ui/layout/stack.tsx';
import { useList } from '#portal/ui/lists/use-list.ts';
import type { List } from '#portal/ui/lists/use-list.ts';
import { useSelection } from '#portal/ui/lists/use-selection.ts';
import type { Selection } from '#portal/ui/lists/use-selection.ts';
import { createAssignmentsColumns } from './assignments-columns.tsx';
import { AssignmentsFilters } from './assignments-filters.tsx';
import styles from './country-salesman.module.css';
import { assignmentsList } from './country-salesmen.queries.ts';
import type { Options } from './country-salesmen.queries.ts';
import { DeleteAssignments } from './delete-assignments.tsx';
import type { KeptRow } from './delete-assignments.tsx';
import { KeptNotice } from './kept-notice.tsx';
import { createNames } from './names.ts';
import { SelectedAssignments } from './ticked-assignments.tsx';
import { useEditScope } from './use-reach.ts';
import type { EditScope } from './use-reach.ts';
import { newId, createOpenerId, useRowEditor } from './use-row-editor.ts';
import type { RowEditor } from './use-row-editor.ts';

/** The assignments; the address holds keyword, filters, sort and page. One row at a time is edited in place. */
export function AssignmentsList({ options, isWaiting }: { options: Options; isWaiting: boolean }) {
  const list = useList(assignmentsList);
  const reach = useEditScope();
  const editor = useRowEditor(list.address.add);
  const isReady = options.countries.length > 0;
  // The button keeps its place while the options are loading.
  const hasAdd = reach.mayCreate === null || (reach.mayCreate && (isReady || isWaiting));
  return (
    <Card
      title={texts.list}
      actions={
        hasAdd && (
          <AddButton isDisabled={!reach.mayCreate || !isReady || editor.row !== null} onAdd={() => editor.open()} />
        )
      }
    >
      <Stack>
        {reach.countries !== null && (
          <OwnCountriesNotice count={reach.mayCreate === null ? null : reach.countries.size} />
        )}
        <AssignmentsFilters list={list} options={options} />
        <Rows {...{ list, reach, editor, options, isWaiting }} />
      </Stack>
    </Card>
  );
}

/** Shows where users with limited rights may edit; hidden until that is loaded. */
const OwnCountriesNotice = ({ count }: { count: number | null }) => (
  <p className={joinClasses(styles.muted, count === null && styles.unknown)}>
    {count === 0 ? texts.ownNone : texts.own}
  </p>
);

type RowsProps = {
  list: List<typeof assignmentsList>;
  reach: EditScope;
  editor: RowEditor;
  options: Options;
  isWaiting: boolean;
};

function Rows({ list, reach, editor, options, isWaiting }: RowsProps) {
  const { data } = list.page;
  const names = createNames(options);
  const mayTick = ({ country, id }: Assignment): boolean => id !== editor.row?.id && reach.mayDelete(country);
  const selection = useSelection((data?.items ?? []).filter(mayTick), ({ id }) => id);
  const deletion = useDeletion(selection);
  const columns = createAssignmentsColumns({ editor, options, names, reach, onDelete: (row) => deletion.begin([row]) });
  const ticks = createSelectionColumn({ selection, readName: names.assignment, isFixed: (row) => !mayTick(row) });

  return (
    <>
      {deletion.kept.length > 0 && <KeptNotice kept={deletion.kept} names={names} onDismiss={deletion.dismiss} />}
      <SelectedAssignments
        {...{ selection, mayTick }}
        address={list.address}
        total={list.total}
        onDelete={deletion.begin}
      />
      <ListTable<Assignment>
        list={list}
        words={texts}
        label={texts.list}
        columns={[ticks, ...columns]}
        rowKey={({ id }) => id}
        isWaiting={isWaiting}
        rows={addNewRow(editor.row, options, data?.items)}
        expected={10}
      />
      {deletion.doomed.length > 0 && (
        <DeleteAssignments doomed={deletion.doomed} names={names} onClose={deletion.end} />
      )}
    </>
  );
}

/** The rows to delete; after a deletion, the rows that were not deleted stay selected. */
function useDeletion(selection: Selection<Assignment>) {
  const [doomed, setDoomed] = useState<readonly Assignment[]>([]);
  const [kept, setKept] = useState<readonly KeptRow[]>([]);
  function end(result: readonly KeptRow[] | null): void {
    setDoomed([]);
    if (result === null) return;
    setKept(result);
    const gone = new Set(doomed.map(({ id }) => id));
    const stays = new Set(result.map(({ assignment }) => assignment.id));
    selection.replace(selection.rows.filter(({ id }) => !gone.has(id) || stays.has(id)));
  }
  return { doomed, kept, begin: setDoomed, end, dismiss: () => setKept([]) };
}

/** The new row comes first, as soon as the options are loaded. */
function addNewRow(
  written: Assignment | null,
  options: Options,
  items: readonly Assignment[] | undefined,
): readonly Assignment[] | undefined {
  const isNew = written?.id === newId && options.countries.length > 0;
  return items && isNew ? [written, ...items] : items;
}

const AddButton = ({ isDisabled, onAdd }: { isDisabled: boolean; onAdd: () => void }) => (
  <Button
    id={createOpenerId(newId)}
    variant="primary"
    icon={<Plus aria-hidden="true" />}
    disabled={isDisabled}
    onClick={onAdd}
  >
    {texts.add}
  </Button>
);
