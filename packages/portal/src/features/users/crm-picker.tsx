import { useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useId } from 'react';
import type { Ref } from 'react';
import { limits } from '@basics/contract/limits.ts';
import { user as texts } from '#portal/texts/user.ts';
import { userFields as labels } from '#portal/texts/user-fields.ts';
import { FormField } from '#portal/ui/forms/form-field.tsx';
import { IconButton } from '#portal/ui/layout/icon-button.tsx';
import { CrmOptions } from './crm-options.tsx';
import styles from './crm-picker.module.css';
import { useCombobox } from './use-combobox.ts';
import { useCrmSearch } from './use-crm-search.ts';
import { createCrmAccountQuery } from './user.queries.ts';

type CrmPickerProps = {
  /** The number of the selected account; empty if there is none. */
  value: string;
  onChange: (account: string) => void;
  error: string | undefined;
  ref: Ref<HTMLInputElement>;
};

/** A field to search CRM accounts by name or number. If the CRM does not respond, it shows a message and does not block the form. */
export function CrmPicker({ value, onChange, error, ref }: CrmPickerProps) {
  const client = useQueryClient();
  const listId = useId();
  const combobox = useCombobox();
  const { accounts, loadMore, status } = useCrmSearch(combobox.text, combobox.isOpen);

  function selectOption(at: number): void {
    const account = accounts[at];
    if (!account) return loadMore?.();
    client.setQueryData(createCrmAccountQuery(account.account).queryKey, account);
    onChange(account.account);
    combobox.clear();
  }

  return (
    <div className={styles.picker}>
      {value !== '' && <SelectedAccount account={value} onRemove={() => onChange('')} />}
      <FormField label={labels.crmAccount} hint={texts.form.crmHint} error={error} optional>
        {(control) => (
          <input
            {...control}
            ref={ref}
            type="text"
            role="combobox"
            autoComplete="off"
            aria-autocomplete="list"
            aria-expanded={combobox.isOpen && accounts.length > 0}
            aria-controls={listId}
            aria-activedescendant={combobox.isOpen && combobox.at >= 0 ? `${listId}-${combobox.at}` : undefined}
            placeholder={texts.form.crmSearch}
            maxLength={limits.text.keyword}
            value={combobox.text}
            onChange={({ currentTarget }) => combobox.type(currentTarget.value)}
            onBlur={combobox.close}
            onKeyDown={(event) => combobox.press(event, accounts.length + (loadMore ? 1 : 0), selectOption)}
          />
        )}
      </FormField>
      <div className={styles.panel} hidden={!combobox.isOpen}>
        <CrmOptions
          id={listId}
          accounts={accounts}
          activeIndex={combobox.at}
          onChoose={selectOption}
          loadMore={loadMore}
        />
        <output className={styles.said}>{status}</output>
      </div>
    </div>
  );
}

/** Shows the number of the selected account, and its name if the CRM has one. */
function SelectedAccount({ account, onRemove }: { account: string; onRemove: () => void }) {
  const { data } = useQuery(createCrmAccountQuery(account));
  return (
    <p className={styles.chosen}>
      <span>{data ? texts.form.crmChosen(account, data.name) : account}</span>
      <IconButton label={texts.form.crmRemove(account)} icon={<X aria-hidden="true" />} onClick={onRemove} />
    </p>
  );
}
