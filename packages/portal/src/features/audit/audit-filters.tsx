import { useQuery } from '@tanstack/react-query';
import { audit as texts } from '#portal/texts/audit.ts';
import { dayWords } from '#portal/messages/times.ts';
import { DayField } from '#portal/ui/forms/day-field.tsx';
import { ListFilters } from '#portal/ui/lists/list-filters.tsx';
import type { Chip } from '#portal/ui/lists/list-filters.tsx';
import { SearchField } from '#portal/ui/lists/search-field.tsx';
import type { Change } from '#portal/ui/lists/search-state.ts';
import { Select } from '#portal/ui/forms/select.tsx';
import { ActorFilter, personWords } from './actor-filter.tsx';
import { cleared } from './addressed.ts';
import type { Addressed } from './addressed.ts';
import { personOf } from './audit.queries.ts';
import { kindWords } from './entries-columns.tsx';

type AuditFiltersProps = { state: Addressed; change: Change<Addressed>; actions: readonly string[] };

const kinds = Object.entries(texts.kinds).map(([value, label]) => ({ value, label }));

export function AuditFilters({ state, change, actions }: AuditFiltersProps) {
  const actor = useQuery(personOf(state.actorId)).data;
  const narrow: Change<Addressed> = (filters) => change({ ...filters, pageNumber: undefined });
  return (
    <ListFilters
      search={<SearchField label={texts.search} keyword={state.keyword} onChange={change} />}
      chips={chipsOf(state, actor && personWords(actor), narrow)}
      onClear={() => change(cleared)}
    >
      <Select
        label={texts.action}
        placeholder={texts.anyAction}
        value={state.action ?? ''}
        options={actions.map((action) => ({ value: action, label: action }))}
        onChange={({ target }) => narrow({ action: target.value || undefined })}
      />
      <ActorFilter actorId={state.actorId} onChoose={(actorId) => narrow({ actorId })} />
      <Select
        label={texts.subject}
        placeholder={texts.anyKind}
        value={state.subjectKind ?? ''}
        options={kinds}
        onChange={({ target }) => narrow({ subjectKind: target.value || undefined, subjectId: undefined })}
      />
      <fieldset aria-label={texts.at}>
        <DayField label={texts.from} hint={texts.dayHint} day={state.from} onDay={(from) => narrow({ from })} />
        <DayField label={texts.to} hint={texts.dayHint} day={state.to} onDay={(to) => narrow({ to })} />
      </fieldset>
    </ListFilters>
  );
}

function chipsOf(state: Addressed, actor: string | undefined, narrow: Change<Addressed>): Chip[] {
  const { action, actorId, subjectKind, subjectId = null, from, to } = state;
  const chip = (field: string, value: string | undefined, without: Partial<Addressed>): Chip[] =>
    value === undefined ? [] : [{ id: field, words: texts.chip(field, value), onRemove: () => narrow(without) }];
  return [
    ...chip(texts.action, action, { action: undefined }),
    ...chip(texts.actor, (actorId && (actor ?? texts.account(actorId))) || undefined, { actorId: undefined }),
    ...chip(texts.subject, subjectKind && texts.subjectWords(kindWords(subjectKind), subjectId), {
      subjectKind: undefined,
      subjectId: undefined,
    }),
    ...chip(texts.from, from && dayWords(from), { from: undefined }),
    ...chip(texts.to, to && dayWords(to), { to: undefined }),
  ];
}
