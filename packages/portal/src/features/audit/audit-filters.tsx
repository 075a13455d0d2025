import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { audit as texts } from '#portal/messages/en/audit.ts';
import { ListFilters } from '#portal/ui/list-filters.tsx';
import type { Chip } from '#portal/ui/list-filters.tsx';
import { SearchField } from '#portal/ui/search-field.tsx';
import { Select } from '#portal/ui/select.tsx';
import { TextField } from '#portal/ui/text-field.tsx';
import { ActorFilter, personWords } from './actor-filter.tsx';
import { nothing } from './addressed.ts';
import type { Addressed, Change } from './addressed.ts';
import { personOf } from './audit.queries.ts';
import { kindWords } from './entries-columns.tsx';

type AuditFiltersProps = { state: Addressed; change: Change; actions: readonly string[] };

const kinds = Object.entries(texts.kinds).map(([value, label]) => ({ value, label }));

export function AuditFilters({ state, change, actions }: AuditFiltersProps) {
  const actor = useQuery(personOf(state.actorId)).data;
  const narrow: Change = (filters) => change({ ...filters, pageNumber: undefined });
  return (
    <ListFilters
      search={
        <SearchField
          label={texts.search}
          keyword={state.keyword ?? ''}
          onSearch={(word) => change({ keyword: word || undefined, pageNumber: undefined }, { replace: true })}
        />
      }
      chips={chipsOf(state, actor && personWords(actor), narrow)}
      onClear={() => change(nothing)}
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
      <DayField label={texts.from} day={state.from} onDay={(from) => narrow({ from })} />
      <DayField label={texts.to} day={state.to} onDay={(to) => narrow({ to })} />
    </ListFilters>
  );
}

type DayFieldProps = { label: string; day: string | undefined; onDay: (day: string | undefined) => void };

/** A day is asked for when it is left or entered, not while its parts are typed; it follows the address. */
function DayField({ label, day = '', onDay }: DayFieldProps) {
  const [text, setText] = useState(day);
  const [known, setKnown] = useState(day);
  if (day !== known) {
    setKnown(day);
    setText(day);
  }
  const take = (): void => {
    if (text !== day) onDay(text || undefined);
  };
  return (
    <TextField
      type="date"
      label={label}
      title={texts.dayHint}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onBlur={take}
      onKeyDown={({ key }) => {
        if (key === 'Enter') take();
      }}
    />
  );
}

function chipsOf(state: Addressed, actor: string | undefined, narrow: Change): Chip[] {
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
    ...chip(texts.from, from, { from: undefined }),
    ...chip(texts.to, to, { to: undefined }),
  ];
}
