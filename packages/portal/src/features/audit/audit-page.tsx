import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { auditListFields } from '@basics/contract/audit/audit.ts';
import { audit as texts } from '#portal/texts/audit.ts';
import { Card, CardStack, Stack, type Elements } from '#portal/ui/layout/layout.tsx';
import { ListTable } from '#portal/ui/lists/list-table.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { useList, type List } from '#portal/ui/lists/use-list.ts';
import { useShownColumns } from '#portal/ui/tables/use-shown-columns.tsx';
import { auditVerification, entriesList } from './audit.queries.ts';
import { VerificationCard, VerificationPopover } from './verification.tsx';
import { createEntriesColumns } from './entries-columns.tsx';
import { knownFields, listChanges } from './entry-changes.ts';
import { EntryPanel } from './entry-panel.tsx';
import { foldEntries, type AuditRow } from './fold-entries.ts';
import { createPersonQuery } from '#portal/session/people/people.queries.ts';
import { formatPerson, PersonPicker } from '#portal/session/people/person-picker.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { useHasFilterSheet } from '#portal/ui/hooks/use-width.ts';
import { declareShownFields } from '#portal/ui/filters/field-filters.ts';
import { FilterBar } from '#portal/ui/filters/filter-bar.tsx';
import { formatAction, formatKind, listChoices } from './entry-words.ts';

/** The page of the audit log, which records who changed what and when. An entry opens beside the list and shows its changes. */
export function AuditPage() {
  const list = useList(entriesList);
  const { address, change, cleared } = list;
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const { columns, choice } = useShownColumns(
    'audit',
    createEntriesColumns(
      {
        search: (auditId) => ({ ...address, entry: auditId }),
        onUnfold: (auditId) => setUnfolded((shown) => new Set([...shown, auditId])),
      },
      address.field,
    ),
  );
  const items = list.page.data?.items;
  // On a page without changed values, their column would be empty.
  const hasChanges = items?.some((entry) => listChanges(entry, address.field).length > 0) ?? true;
  const rows = items && foldEntries(items, unfolded);
  const verification = useQuery(auditVerification);
  // What is wrong is above the list; otherwise the details are in a popover.
  const isDoubtful = verification.error !== null || verification.data?.last?.isWhole === false;
  const openEntry = items?.find(({ auditId }) => auditId === address.entry);
  return (
    <>
      <PageHeading
        title={texts.title}
        actions={!isDoubtful && verification.data && <VerificationPopover verification={verification.data} />}
      />
      <CardStack>
        {isDoubtful && <VerificationCard query={verification} />}
        <Card>
          <Stack>
            <AuditFilters list={list} columnChoice={choice} />
            <ListTable<AuditRow>
              list={list}
              rows={rows}
              isFolded={rows?.length !== items?.length}
              tableTexts={texts}
              columns={hasChanges ? columns : columns.filter(({ id }) => id !== 'changes')}
              rowKey={({ auditId }) => auditId}
            />
          </Stack>
        </Card>
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

const fieldChoices = [...knownFields].map(([value, label]) => ({ value, label }));

/**
 * The search field and the filters of the audit log. Only a link can set the filter for the id of a record; the chip of
 * the filter for the kind of record shows the id.
 */
function AuditFilters({ list, columnChoice }: { list: List<typeof entriesList>; columnChoice: Elements }) {
  const { actorId, subjectKind, subjectId = null } = list.address;
  const actor = useQuery(createPersonQuery(actorId)).data;
  // In the filter bar of a wide window, the empty field shows the name of its filter, as the other filters do.
  const placeholder = useHasFilterSheet() ? undefined : texts.actor;
  const { actions = [], kinds = [] } = list.page.data ?? {};
  const { userId: ownId } = useUser();
  const actionChoices = listChoices(actions, formatAction);
  const kindChoices = listChoices(kinds, formatKind);
  return (
    <FilterBar
      list={list}
      listTexts={texts}
      end={columnChoice}
      days={{ label: texts.at, hint: texts.dayHint }}
      shownFields={declareShownFields(auditListFields, {
        labels: texts.listFields,
        choices: {
          action: actionChoices,
          subjectKind: kindChoices,
          actorId: [{ value: String(ownId), label: texts.me }],
        },
        named: [{ label: texts.byPortal, filter: { field: 'actorId', op: 'isEmpty', values: [] } }],
      })}
      fields={{
        action: {
          label: texts.action,
          choices: actionChoices,
        },
        actorId: {
          label: texts.actor,
          valueText: actor ? formatPerson(actor) : texts.account(actorId ?? 0),
          field: (
            <PersonPicker
              key="actorId"
              label={texts.actor}
              placeholder={placeholder}
              userId={actorId}
              onChoose={(userId) => list.filter({ actorId: userId })}
            />
          ),
        },
        subjectKind: {
          label: texts.subject,
          choices: kindChoices,
          valueText: texts.subjectWords(formatKind(subjectKind ?? ''), subjectId, null),
          removes: ['subjectId'],
        },
        subjectId: null,
        field: { label: texts.changedField, choices: fieldChoices },
        from: { label: texts.from, isDay: true },
        to: { label: texts.to, isDay: true },
      }}
    />
  );
}
