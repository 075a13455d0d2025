import type { ListFilter } from '@basics/contract/calls/list-fields.ts';
import { useState } from 'react';
import { lists } from '#portal/texts/lists.ts';
import { addFilter, describeFilter, toFieldValue, type ShownFields } from './field-filters.ts';
import { EntryField, FilterEditor } from './filter-editor.tsx';

const texts = lists.fieldFilters;

type AddFilterProps = {
  shown: ShownFields;
  filters: readonly ListFilter[];
  onChange: (filters: readonly ListFilter[]) => void;
};

type Entry = { value: string; label: string; filter?: ListFilter; field?: string };

/**
 * A field that adds filters: its entries are the filters with one value ("Country is Poland"), which are added at once, and the fields
 * whose values are typed, which open an editor. The field keeps the focus, so that the next filter can be typed.
 */
export function AddFilter({ shown, filters, onChange }: AddFilterProps) {
  const [edited, setEdited] = useState<string>();
  const editedField = edited === undefined ? undefined : shown.fields[edited];

  if (edited !== undefined && editedField)
    return (
      <FilterEditor
        field={editedField}
        filter={{ field: edited, op: 'is', values: [] }}
        onApply={(filter) => {
          onChange(addFilter(filters, filter));
          setEdited(undefined);
        }}
        onCancel={() => setEdited(undefined)}
      />
    );
  return (
    <EntryField
      label={texts.add}
      placeholder={texts.add}
      entries={listEntries(shown)}
      onChoose={({ filter, field }) => (filter ? onChange(addFilter(filters, filter)) : setEdited(field))}
    />
  );
}

/** Lists first the named filters and the fields, and then each field with each of its choices. */
function listEntries(shown: ShownFields): Entry[] {
  const fields = Object.entries(shown.fields);
  return [
    ...shown.named.map(({ label, filter }): Entry => ({ value: `named:${label}`, label, filter })),
    ...fields
      .filter(([, { type }]) => type !== 'flag')
      .map(([field, { label }]): Entry => ({ value: `field:${field}`, label: texts.other(label), field })),
    ...fields.flatMap(([field, declared]) =>
      (declared.choices ?? []).map((choice): Entry => {
        const filter: ListFilter = { field, op: 'oneOf', values: [toFieldValue(declared, choice.value)] };
        return { value: `${field}:${choice.value}`, label: describeFilter(shown, filter), filter };
      }),
    ),
  ];
}
