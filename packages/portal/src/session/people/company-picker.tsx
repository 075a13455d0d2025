import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '@basics/contract/calls/limits.ts';
import { lists } from '#portal/texts/lists.ts';
import { useDebounced } from '#portal/ui/hooks/use-timing.ts';
import { PickerField } from '#portal/ui/pickers/picker-field.tsx';
import { createCompaniesQuery } from './people.queries.ts';

const texts = lists.company;

type CompanyPickerProps = {
  placeholder: string;
  company: string | undefined;
  onChoose: (company: string | undefined) => void;
};

/**
 * A field to choose a company: the server searches the companies whose name begins with the text. Enter chooses the company with the whole
 * text as its name, or the only company that begins with it. An empty text removes the filter.
 */
export function CompanyPicker({ placeholder, company = '', onChoose }: CompanyPickerProps) {
  const [text, setText] = useState('');
  const { companies, status } = useCompanySearch(text);
  const [first, ...others] = companies;
  const namedCompany = others.length === 0 || first?.toLowerCase() === text.toLowerCase() ? first : undefined;
  return (
    <PickerField
      label={texts.label}
      placeholder={placeholder}
      maxLength={limits.text.line}
      options={companies.map((name) => ({ value: name, label: name }))}
      value={company}
      onChange={(name) => onChoose(name || undefined)}
      onKeyDown={({ key }) => {
        if (key === 'Enter' && namedCompany !== undefined) onChoose(namedCompany);
      }}
      search={{ onSearch: setText, chosenOption: { value: company, label: company }, status }}
    />
  );
}

/** Searches the companies whose name begins with the text. `status` is a text about the search. */
function useCompanySearch(text: string) {
  const keyword = useDebounced(text);
  const search = useQuery(createCompaniesQuery(keyword));
  const isSearching = search.isFetching || keyword !== text;
  return { companies: (!isSearching && text !== '' && search.data) || [], status: describeSearch() };

  function describeSearch(): string {
    if (text === '') return '';
    if (isSearching) return texts.searching;
    if (search.error) return texts.failed;
    return search.data?.length ? texts.found(search.data.length) : texts.none;
  }
}
