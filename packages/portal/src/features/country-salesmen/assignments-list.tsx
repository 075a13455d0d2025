import type { Assignment } from '@basics/contract/country-salesmen/country-salesmen.ts';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { createLazyPart } from '#portal/loading/lazy-part.tsx';
import { countrySalesmen as texts } from '#portal/texts/country-salesmen.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Card, joinClasses, Stack, ScrolledIntoView } from '#portal/ui/layout/layout.tsx';
import { ListTable } from '#portal/ui/lists/list-table.tsx';
import { createSelectionColumn } from '#portal/ui/selection/selection-boxes.tsx';
import { useList, type List } from '#portal/ui/lists/use-list.ts';
import { useShownColumns } from '#portal/ui/tables/use-shown-columns.tsx';
import { useSelection, type Selection } from '#portal/ui/selection/use-selection.ts';
import { createAssignmentsColumns } from './assignments-columns.tsx';
import { AssignmentsFilters } from './assignments-filters.tsx';
import styles from './country-salesman.module.css';
import { assignmentsList, coverageQuery, createLoadFinder, type Options } from './country-salesmen.queries.ts';
import type { NotDeletedRow } from './delete-assignments.tsx';
import { createNameFormatter, type NameFormatter } from './name-formatter.ts';
import { useEditScope, type EditScope } from './use-edit-scope.ts';
import { unsavedRowId, createOpenerId, useRowEditor, type RowEditor } from './use-row-editor.ts';
import { Notice } from '#portal/ui/feedback/notice.tsx';

// These components are loaded when the first assignment is selected or deleted.
const SelectedAssignments = createLazyPart(
  async () => (await import('./selected-assignments.tsx')).SelectedAssignments,
);
const DeleteAssignments = createLazyPart(async () => (await import('./delete-assignments.tsx')).DeleteAssignments);

type AssignmentsListProps = {
  options: Options;
  isWaiting: boolean;
  /** The element in the heading of the page that gets the button for a new assignment. */
  addButtonPlace: HTMLElement | null;
};

/** The list of assignments. The address of the page contains keyword, filters, sort order and page. One row at a time can be edited in the list. */
export function AssignmentsList({ options, isWaiting, addButtonPlace }: AssignmentsListProps) {
  const list = useList(assignmentsList);
  const scope = useEditScope();
  const editor = useRowEditor(list.address.add);
  const areOptionsLoaded = options.countries.length > 0;
  // The button "Add assignment" is already shown while the options are loading, so that the layout does not shift.
  const hasAddButton = scope.mayCreate === null || (scope.mayCreate && (areOptionsLoaded || isWaiting));
  return (
    <Card>
      {hasAddButton &&
        addButtonPlace &&
        createPortal(
          <AddButton
            isDisabled={!scope.mayCreate || !areOptionsLoaded || editor.row !== null}
            onAdd={() => editor.open()}
          />,
          addButtonPlace,
        )}
      <Stack>
        {scope.countries !== null && (
          <OwnCountriesNotice count={scope.mayCreate === null ? null : scope.countries.size} />
        )}
        <AssignmentRows {...{ list, scope, editor, options, isWaiting }} />
      </Stack>
    </Card>
  );
}

/**
 * Says that the user may edit assignments only in the countries that are assigned to the user. The text is invisible
 * until the countries are loaded.
 */
const OwnCountriesNotice = ({ count }: { count: number | null }) => (
  <p className={joinClasses(styles.muted, count === null && styles.unknown)}>
    {count === 0 ? texts.ownNone : texts.own}
  </p>
);

type RowsProps = {
  list: List<typeof assignmentsList>;
  scope: EditScope;
  editor: RowEditor;
  options: Options;
  isWaiting: boolean;
};

function AssignmentRows({ list, scope, editor, options, isWaiting }: RowsProps) {
  const { data } = list.page;
  const { data: coverage } = useQuery(coverageQuery);
  const names = createNameFormatter(options);
  const maySelect = ({ country, id }: Assignment): boolean => id !== editor.row?.id && scope.mayDelete(country);
  const selection = useSelection((data?.items ?? []).filter(maySelect), ({ id }) => id);
  const deletion = useDeletion(selection);
  const allColumns = createAssignmentsColumns({
    editor,
    options,
    names,
    scope,
    findLoad: createLoadFinder(coverage),
    onDelete: (row) => deletion.askToDelete([row]),
  });
  const { columns, choice } = useShownColumns('assignments', allColumns);
  const selectionColumn = createSelectionColumn({
    selection,
    readName: names.assignment,
    isFixed: (row) => !maySelect(row),
  });

  return (
    <>
      <AssignmentsFilters list={list} options={options} columnChoice={choice} />
      {deletion.notDeleted.length > 0 && (
        <NotDeletedNotice notDeleted={deletion.notDeleted} names={names} onDismiss={deletion.dismiss} />
      )}
      {selection.rows.length > 0 && (
        <Suspense>
          <SelectedAssignments
            {...{ selection, maySelect }}
            address={list.address}
            total={list.total}
            onDelete={deletion.askToDelete}
          />
        </Suspense>
      )}
      <ListTable<Assignment>
        list={list}
        tableTexts={texts}
        label={texts.list}
        columns={[selectionColumn, ...(editor.row === null ? columns : allColumns)]} // The edited row needs all its fields.
        rowKey={({ id }) => id}
        isWaiting={isWaiting}
        rows={addNewRow(editor.row, options, data?.items)}
        expectedRows={10}
      />
      {deletion.toDelete.length > 0 && (
        <Suspense>
          <DeleteAssignments toDelete={deletion.toDelete} names={names} onClose={deletion.end} />
        </Suspense>
      )}
    </>
  );
}

/**
 * Returns the state of a deletion: before it the rows to delete, and after it the rows that were not deleted. The rows
 * that were not deleted stay selected.
 */
function useDeletion(selection: Selection<Assignment>) {
  const [toDelete, setToDelete] = useState<readonly Assignment[]>([]);
  const [notDeleted, setNotDeleted] = useState<readonly NotDeletedRow[]>([]);
  function endDeletion(result: readonly NotDeletedRow[] | null): void {
    setToDelete([]);
    if (result === null) return;
    setNotDeleted(result);
    const deletedIds = new Set(toDelete.map(({ id }) => id));
    const notDeletedIds = new Set(result.map(({ assignment }) => assignment.id));
    selection.replace(selection.rows.filter(({ id }) => !deletedIds.has(id) || notDeletedIds.has(id)));
  }
  return { toDelete, notDeleted, askToDelete: setToDelete, end: endDeletion, dismiss: () => setNotDeleted([]) };
}

/** Adds an unsaved new row at the beginning of the list, if the options are loaded. */
function addNewRow(
  editedRow: Assignment | null,
  options: Options,
  items: readonly Assignment[] | undefined,
): readonly Assignment[] | undefined {
  const isNew = editedRow?.id === unsavedRowId && options.countries.length > 0;
  return items && isNew ? [editedRow, ...items] : items;
}

const AddButton = ({ isDisabled, onAdd }: { isDisabled: boolean; onAdd: () => void }) => (
  <Button
    id={createOpenerId(unsavedRowId)}
    variant="primary"
    icon={<Plus aria-hidden="true" />}
    disabled={isDisabled}
    onClick={onAdd}
  >
    {texts.add}
  </Button>
);

type NotDeletedNoticeProps = { notDeleted: readonly NotDeletedRow[]; names: NameFormatter; onDismiss: () => void };

/** Lists the rows that were not deleted, with the reasons. The notice is shown until the user dismisses it. */
const NotDeletedNotice = ({ notDeleted, names, onDismiss }: NotDeletedNoticeProps) => (
  <ScrolledIntoView cause={notDeleted}>
    <Notice
      tone="warn"
      role="alert"
      title={texts.deletion.kept(notDeleted.length)}
      actions={<Button onClick={onDismiss}>{texts.deletion.dismiss}</Button>}
    >
      <ul>
        {notDeleted.map(({ assignment, reason }) => (
          <li key={assignment.id}>{texts.deletion.keptLine(names.assignment(assignment), reason)}</li>
        ))}
      </ul>
    </Notice>
  </ScrolledIntoView>
);
