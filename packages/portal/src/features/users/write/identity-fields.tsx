import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { findNameHint } from '#portal/ui/forms/error-summary.tsx';
import { user as texts } from '#portal/texts/user.ts';
import { EmailField, TextField } from '#portal/ui/fields/form-field.tsx';
import styles from './user-form.module.css';
import { fieldNames, fieldTable, findLabel, type FieldName, type UserValues } from '../user-fields.tsx';
import { useQuery, useQueryClient, useInfiniteQuery } from '@tanstack/react-query';
import { useState, type Ref } from 'react';
import { limits } from '@basics/contract/calls/limits.ts';
import { userFields as labels } from '#portal/texts/user-fields.ts';
import { PickerField } from '#portal/ui/pickers/picker-field.tsx';
import { createCrmAccountQuery, createCrmAccountsQuery } from '../user.queries.ts';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { useDebounced } from '#portal/ui/hooks/use-timing.ts';

const DeletedAddressNotice = createLazyPart(
  async () => (await import('#portal/session/people/deleted-address.tsx')).DeletedAddressNotice,
);

/** The login of an existing account, and the fields for names, company and CRM account. */
export function IdentityFields({ login }: { login: string }) {
  return (
    <div className={styles.part}>
      <Fact name={texts.form.login}>{login}</Fact>
      <TextFields names={nameFields} />
      <CompanyFields />
    </div>
  );
}

/** The fields that tell of a person where to reach them. None of them is required. */
export function CompanyFields() {
  const { control } = useFormContext<UserValues>();
  return (
    <>
      <TextFields names={contactFields} />
      <Controller
        name="crmAccount"
        control={control}
        render={({ field, fieldState }) => (
          <CrmPicker value={field.value} onChange={field.onChange} ref={field.ref} error={fieldState.error?.message} />
        )}
      />
    </>
  );
}

/** Two text fields side by side. */
export function TextFields({ names }: { names: readonly TextFieldName[] }) {
  const { register, formState } = useFormContext<UserValues>();
  return (
    <div className={styles.pair}>
      {names.map((name) => (
        <TextField
          key={name}
          {...register(name)}
          {...fieldTable[name].input}
          {...findNameHint(name, formState.errors)}
          label={findLabel(name)}
          autoComplete="off"
          error={formState.errors[name]?.message}
        />
      ))}
    </div>
  );
}

type TextFieldName = Exclude<FieldName, 'tools' | 'canReceiveMail'>;
const isTextField = (name: FieldName): name is TextFieldName => fieldTable[name].input !== null;
const isOptional = (name: TextFieldName): boolean => fieldTable[name].input?.optional === true;
export const nameFields = fieldNames.filter(isTextField).filter((name) => !isOptional(name));
const contactFields = fieldNames.filter(isTextField).filter(isOptional);

/** The login of a new account, which is entered twice. */
export function LoginFields() {
  const { register, formState, control, trigger } = useFormContext<UserValues>();
  const { errors, isSubmitted } = formState;
  const [login, email] = useWatch({ control, name: ['login', 'email'] });
  // When the login changes, the field that repeats the login is validated again, because both must be equal.
  const validateEmailAgain = (): void => {
    if (isSubmitted && email !== '') void trigger('email');
  };
  return (
    <>
      <div className={styles.pair}>
        <EmailField
          {...register('login', { onBlur: validateEmailAgain })}
          label={texts.form.login}
          autoComplete="off"
          error={errors.login?.message}
        />
        <EmailField {...register('email')} label={texts.form.email} autoComplete="off" error={errors.email?.message} />
      </div>
      <OptionalPart>
        <DeletedAddressNotice logins={[useDebounced(login)]} />
      </OptionalPart>
    </>
  );
}

/** A fact of the user, such as the login: its name and its value, without a field to change it. */
export const Fact = ({ name, children }: { name: string; children: string }) => (
  <dl className={styles.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </dl>
);

type CrmPickerProps = {
  /** The number of the chosen account; empty if there is none. */
  value: string;
  onChange: (account: string) => void;
  error: string | undefined;
  ref: Ref<HTMLInputElement>;
};

/** A field to search CRM accounts by name or number. If the CRM does not respond, the field shows a message and does not block the form. */
function CrmPicker({ value, onChange, error, ref }: CrmPickerProps) {
  const client = useQueryClient();
  const [searchText, setSearchText] = useState('');
  const { accounts, more, status } = useCrmSearch(searchText);
  const { data: chosenAccount } = useQuery({ ...createCrmAccountQuery(value), enabled: value !== '' });
  const chosenName = typeof chosenAccount === 'object' ? chosenAccount?.name : undefined;
  const chosenLabel = chosenName === undefined ? value : texts.form.crmChosen(value, chosenName);

  function chooseAccount(number: string): void {
    const account = accounts.find((result) => result.account === number);
    if (account) client.setQueryData(createCrmAccountQuery(number).queryKey, account);
    onChange(number);
  }

  return (
    <PickerField
      ref={ref}
      label={labels.crmAccount}
      hint={chosenAccount === null ? texts.form.crmUnknown(value) : texts.form.crmHint}
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

/** Searches the CRM accounts that contain the text. `more` loads the next ten accounts. `status` is a text about the search. */
function useCrmSearch(text: string) {
  const keyword = useDebounced(text);
  const search = useInfiniteQuery({ ...createCrmAccountsQuery(keyword), enabled: text !== '' && keyword !== '' });
  const pages = search.data?.pages ?? [];
  const isSearching = search.isFetching || keyword !== text;
  return {
    accounts: pages.flatMap(({ items }) => items),
    more:
      search.hasNextPage && !isSearching
        ? { label: texts.form.crmMore, load: () => void search.fetchNextPage() }
        : null,
    status: describeSearch(),
  };

  function describeSearch(): string {
    if (isSearching) return texts.form.crmSearching;
    if (search.error) return texts.form.crmFailed;
    const firstPage = pages[0];
    if (!firstPage) return '';
    if (firstPage.hint !== undefined) return firstPage.hint;
    return firstPage.total === 0 ? texts.form.crmNone : texts.form.crmFound(firstPage.total);
  }
}
