import type { Reply } from '@basics/contract/calls/endpoint.ts';
import type { ServiceAccount, serviceAccounts } from '@basics/contract/integrations/service-accounts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { integrations } from '#portal/texts/integrations.ts';
import { overrides } from '#portal/texts/overrides.ts';
import { useFormDraft } from '#portal/session/drafts/use-draft.ts';
import { ConfirmedAct } from '#portal/session/editing/confirmed-act.tsx';
import { FormPanel } from '#portal/session/editing/form-panel.tsx';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { Checkbox } from '#portal/ui/fields/choice-group.tsx';
import { ErrorText, Select, TextArea, TextField } from '#portal/ui/fields/form-field.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { allAccounts, removeAccount, saveAccount, type AccountFields } from './integrations.queries.ts';
import styles from './integrations.module.css';

const texts = integrations.form;

type Choices = Reply<typeof serviceAccounts.list>;
type PanelProps = { account: ServiceAccount | null; choices: Choices; onClose: () => void };

/** The fields as the form holds them: lists of codes are one text. */
type Values = Pick<AccountFields, 'name' | 'permissions'> & {
  purpose: string;
  ownerId: string;
  countries: string;
  brands: string[];
  networks: string;
};

/** The panel with the form of one service account; `account` is null for a new one. */
export function AccountPanel({ account, choices, onClose }: PanelProps) {
  const { form, draft, problem, isBusy, save } = useAccountForm(account, onClose);
  const { isDirty } = form.formState;
  return (
    <FormPanel
      title={account ? texts.editing(account.name) : texts.adding}
      isDirty={() => isDirty}
      draft={draft}
      isBusy={isBusy}
      submitLabel={texts.save}
      deletion={account && <DeleteAccount account={account} onDeleted={onClose} />}
      className={styles.form}
      onSubmit={form.handleSubmit(save)}
      onClose={onClose}
    >
      {problem && <ProblemNotice problem={problem} title={texts.saveFailed} />}
      <AccountFieldset form={form} choices={choices} />
    </FormPanel>
  );
}

/** The state of the form, whose draft is kept until the form is sent or closed. */
function useAccountForm(account: ServiceAccount | null, onClose: () => void) {
  const initialValues = toValues(account);
  const form = useForm<Values>({ defaultValues: initialValues });
  const draft = useFormDraft(form, account === null ? 'new account' : `account ${account.accountId}`, initialValues);
  const { problem, isBusy, attempt } = useAttempt(fieldNames, form.setError);
  const client = useQueryClient();
  const toasts = useToasts();
  const save = (values: Values) =>
    attempt(async () => {
      const saved = await saveAccount(account, toFields(values));
      draft.forget();
      onClose();
      toasts.done(texts.saved(saved.name));
      await client.invalidateQueries(allAccounts);
    });
  return { form, draft, problem, isBusy, save };
}

const fieldNames = ['name', 'purpose', 'ownerId', 'permissions', 'countries', 'brands', 'networks'] as const;

function AccountFieldset({ form, choices: { owners, brands } }: { form: UseFormReturn<Values>; choices: Choices }) {
  const { register, watch, formState } = form;
  const { errors } = formState;
  const ownerId = watch('ownerId');
  const held = owners.find(({ userId }) => String(userId) === ownerId)?.permissions ?? [];
  const permissionError = errors.permissions?.message;
  return (
    <>
      <TextField label={texts.name} error={errors.name?.message} {...register('name')} />
      <TextField label={texts.purpose} optional error={errors.purpose?.message} {...register('purpose')} />
      <Select
        label={texts.owner}
        hint={texts.ownerHint}
        placeholder={texts.choose}
        options={owners.map(({ userId, name }) => ({ value: String(userId), label: name }))}
        error={errors.ownerId?.message}
        {...register('ownerId')}
      />
      {held.length > 0 && (
        <fieldset className={styles.choices}>
          <legend>{texts.permissions}</legend>
          <p className={styles.facts}>{texts.permissionsHint}</p>
          {permissionError !== undefined && <ErrorText>{permissionError}</ErrorText>}
          {held.map((permission) => (
            <Checkbox
              key={permission}
              label={overrides.permissions[permission]}
              value={permission}
              {...register('permissions')}
            />
          ))}
        </fieldset>
      )}
      <TextField
        label={texts.countries}
        optional
        hint={texts.countriesHint}
        error={errors.countries?.message}
        {...register('countries')}
      />
      <fieldset className={styles.choices}>
        <legend>{texts.brands}</legend>
        <p className={styles.facts}>{texts.brandsHint}</p>
        {brands.map(({ id, name }) => (
          <Checkbox key={id} label={name} value={id} {...register('brands')} />
        ))}
      </fieldset>
      <TextArea
        label={texts.networks}
        optional
        hint={texts.networksHint}
        error={errors.networks?.message}
        {...register('networks')}
      />
    </>
  );
}

const toValues = (account: ServiceAccount | null): Values => ({
  name: account?.name ?? '',
  purpose: account?.purpose ?? '',
  ownerId: account?.owner ? String(account.owner.userId) : '',
  permissions: account?.permissions ?? [],
  countries: (account?.countries ?? []).join(', '),
  brands: account?.brands ?? [],
  networks: (account?.networks ?? []).join('\n'),
});

/** Converts the values of the form to the body of the call. An empty list of countries or brands is no limit. */
function toFields({ ownerId, countries, brands, networks, ...values }: Values): AccountFields {
  const codes = splitWords(countries.toUpperCase());
  return {
    ...values,
    ownerId: Number(ownerId),
    countries: codes.length === 0 ? null : codes,
    brands: brands.length === 0 ? null : brands,
    networks: splitWords(networks),
  };
}

const splitWords = (text: string): string[] => text.split(/[\s,;]+/).filter((word) => word !== '');

function DeleteAccount({ account, onDeleted }: { account: ServiceAccount; onDeleted: () => void }) {
  const client = useQueryClient();
  const toasts = useToasts();
  return (
    <ConfirmedAct
      variant="quiet"
      icon={<Trash2 aria-hidden="true" />}
      title={texts.removeQuestion(account.name)}
      text={texts.removeText}
      action={texts.removeAction}
      failed={texts.removeFailed}
      run={async () => {
        await removeAccount(account.accountId);
        onDeleted();
        toasts.done(texts.removed(account.name));
        await client.invalidateQueries(allAccounts);
      }}
    >
      {texts.remove}
    </ConfirmedAct>
  );
}
