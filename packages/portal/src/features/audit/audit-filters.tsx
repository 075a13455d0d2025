import { useQuery } from '@tanstack/react-query';
import { audit as texts } from '#portal/texts/audit.ts';
import { createPersonQuery } from '#portal/session/people/people.queries.ts';
import { formatPerson, PersonPicker } from '#portal/session/people/person-picker.tsx';
import { useHasFilterSheet } from '#portal/ui/layout/use-wide-window.ts';
import { FilterBar } from '#portal/ui/lists/filter-bar.tsx';
import type { List } from '#portal/ui/lists/use-list.ts';
import type { entriesList } from './audit.queries.ts';
import { formatAction, formatKind, listChoices } from './entry-words.ts';
import type { Elements } from '#portal/ui/layout/elements.ts';

/**
 * The search field and the filters of the audit log. Only a link can set the filter for the id of a record; the chip of
 * the filter for the kind of record shows the id.
 */
export function AuditFilters({ list, columnChoice }: { list: List<typeof entriesList>; columnChoice: Elements }) {
  const { actorId, subjectKind, subjectId = null } = list.address;
  const actor = useQuery(createPersonQuery(actorId)).data;
  // In the filter bar of a wide window, the empty field shows the name of its filter, as the other filters do.
  const placeholder = useHasFilterSheet() ? undefined : texts.actor;
  const { actions = [], kinds = [] } = list.page.data ?? {};
  return (
    <FilterBar
      list={list}
      listTexts={texts}
      end={columnChoice}
      days={{ label: texts.at, hint: texts.dayHint }}
      fields={{
        action: {
          label: texts.action,
          choices: listChoices(actions, formatAction),
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
          choices: listChoices(kinds, formatKind),
          valueText: texts.subjectWords(formatKind(subjectKind ?? ''), subjectId, null),
          removes: ['subjectId'],
        },
        subjectId: null,
        from: { label: texts.from, isDay: true },
        to: { label: texts.to, isDay: true },
      }}
    />
  );
}
