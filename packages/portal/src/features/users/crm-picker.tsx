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
  /** The number of the account; empty for none. */
  value: string;
  onChange: (account: string) => void;
  error: string | undefined;
  ref: Ref<HTMLInputElement>;
};

/** Selects an account of the CRM by name or number, ten at a time. A CRM that does not respond shows a message and does not block the form. */
export function CrmPicker({ value, onChange, error, ref }: CrmPickerProps) {
  const client = useQueryClient();
  const list = useId();
  const box = useCombobox();
  const { accounts, more, words } = useCrmSearch(box.text, box.isOpen);

  function take(at: number): void {
    const account = accounts[at];
    if (!account) return more?.();
    client.setQueryData(createCrmAccountQuery(account.account).queryKey, account);
    onChange(account.account);
    box.clear();
  }

  return (
    <div className={styles.picker}>
      {value !== '' && <Chosen account={value} onRemove={() => onChange('')} />}
      <FormField label={labels.crmAccount} hint={texts.form.crmHint} error={error} optional>
        {(control) => (
          <input
            {...control}
            ref={ref}
            type="text"
            role="combobox"
            autoComplete="off"
            aria-autocomplete="list"
            aria-expanded={box.isOpen && accounts.length > 0}
            aria-controls={list}
            aria-activedescendant={box.isOpen && box.at >= 0 ? `${list}-${box.at}` : undefined}
            placeholder={texts.form.crmSearch}
            maxLength={limits.text.keyword}
            value={box.text}
            onChange={({ currentTarget }) => box.type(currentTarget.value)}
            onBlur={box.close}
            onKeyDown={(event) => box.press(event, accounts.length + (more ? 1 : 0), take)}
          />
        )}
      </FormField>
      <div className={styles.panel} hidden={!box.isOpen}>
        <CrmOptions id={list} accounts={accounts} at={box.at} onChoose={take} more={more} />
        <output className={styles.said}>{words}</output>
      </div>
    </div>
  );
}

/** Shows only the number when the CRM has no name for it. */
function Chosen({ account, onRemove }: { account: string; onRemove: () => void }) {
  const { data } = useQuery(createCrmAccountQuery(account));
  return (
    <p className={styles.chosen}>
      <span>{data ? texts.form.crmChosen(account, data.name) : account}</span>
      <IconButton label={texts.form.crmRemove(account)} icon={<X aria-hidden="true" />} onClick={onRemove} />
    </p>
  );
}
