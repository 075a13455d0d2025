import { helpStates } from '@basics/contract/help-requests.ts';
import { helpRequests as texts } from '#portal/texts/help-requests.ts';
import { ListFilters } from '#portal/ui/lists/list-filters.tsx';
import { SearchField } from '#portal/ui/lists/search-field.tsx';
import type { Change } from '#portal/ui/lists/search-state.ts';
import { Select } from '#portal/ui/forms/select.tsx';
import { cleared } from './help-requests-address.ts';
import type { HelpRequestsAddress } from './help-requests-address.ts';

type HelpRequestsFiltersProps = {
  address: HelpRequestsAddress;
  onChange: Change<HelpRequestsAddress>;
};

/** Search and filter of the list; without a state it shows those that wait. */
export function HelpRequestsFilters({ address: { keyword = '', state }, onChange }: HelpRequestsFiltersProps) {
  // Every change of what is asked for begins at the first page again.
  const set = (wanted: string): void =>
    onChange({ state: helpStates.find((each) => each === wanted), pageNumber: undefined });
  const chip = state && { id: 'state', words: `${texts.filters.state}: ${texts.states[state]}` };
  return (
    <ListFilters
      search={<SearchField label={texts.search} keyword={keyword} onChange={onChange} />}
      chips={chip ? [{ ...chip, onRemove: () => set('') }] : []}
      onClear={() => onChange(cleared)}
    >
      <Select
        label={texts.filters.state}
        placeholder={texts.filters.open}
        options={helpStates
          .filter((each) => each !== 'open')
          .map((each) => ({ value: each, label: texts.states[each] }))}
        value={state ?? ''}
        onChange={({ currentTarget }) => set(currentTarget.value)}
      />
    </ListFilters>
  );
}
