import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Ref } from 'react';
import { limits } from '@basics/contract/limits.ts';
import { user as texts } from '#portal/texts/user.ts';
import { userFields as labels } from '#portal/texts/user-fields.ts';
import { PickerField } from '#portal/ui/forms/picker-field.tsx';
import { useCrmSearch } from './use-crm-search.ts';
import { createCrmAccountQuery } from './user.queries.ts';

type CrmPickerProps = {
  /** The number of the chosen account; empty if there is none. */
  value: string;
  onChange: (account: string) => void;
  error: string | undefined;
  ref: Ref<HTMLInputElement>;
};

/** A field to search CRM accounts by name or number. If the CRM does not respond, the field shows a message and does not block the form. */
export function CrmPicker({ value, onChange, error, ref }: CrmPickerProps) {
  const client = useQueryClient();
  const [searchText, setSearchText] = useState('');
  const { accounts, more, status } = useCrmSearch(searchText);
  const { data: chosenAccount } = useQuery({ ...createCrmAccountQuery(value), enabled: value !== '' });
  const chosenLabel = chosenAccount ? texts.form.crmChosen(value, chosenAccount.name) : value;

  function chooseAccount(number: string): void {
    const account = accounts.find((result) => result.account === number);
    if (account) client.setQueryData(createCrmAccountQuery(number).queryKey, account);
    onChange(number);
  }

  return (
    <PickerField
      ref={ref}
      label={labels.crmAccount}
      hint={texts.form.crmHint}
      error={error}
      optional
      placeholder={texts.form.crmSearch}
      maxLength={limits.text.keyword}
      options={accounts.map(({ account, name, city }) => ({
        value: account,
        label: name,
        detail: [account, city].filter(Boolean).join(', '),
      }))}
      value={value}
      onChange={chooseAccount}
      search={{ onSearch: setSearchText, chosenOption: { value, label: chosenLabel }, status, more }}
    />
  );
}
