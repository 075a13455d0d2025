import { releaseNoteStatuses } from '@basics/contract/release-notes.ts';
import { noteWriting as texts } from '#portal/texts/note-writing.ts';
import { ListFilters } from '#portal/ui/lists/list-filters.tsx';
import { SearchField } from '#portal/ui/lists/search-field.tsx';
import type { Change } from '#portal/ui/lists/search-state.ts';
import { Select } from '#portal/ui/forms/select.tsx';
import { cleared } from './notes-address.ts';
import type { NotesAddress } from './notes-address.ts';

type NotesFiltersProps = {
  address: NotesAddress;
  onChange: Change<NotesAddress>;
};

/** Search and the one filter of the list. */
export function NotesFilters({ address: { keyword, status }, onChange }: NotesFiltersProps) {
  const choose = (value: string): void =>
    onChange({ status: releaseNoteStatuses.find((each) => each === value), pageNumber: undefined });
  return (
    <ListFilters
      search={<SearchField label={texts.search} keyword={keyword} onChange={onChange} />}
      chips={status ? [{ id: 'status', words: texts.chip(texts.statuses[status]), onRemove: () => choose('') }] : []}
      onClear={() => onChange(cleared)}
    >
      <Select
        label={texts.status}
        placeholder={texts.anyStatus}
        options={releaseNoteStatuses.map((value) => ({ value, label: texts.statuses[value] }))}
        value={status ?? ''}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
    </ListFilters>
  );
}
