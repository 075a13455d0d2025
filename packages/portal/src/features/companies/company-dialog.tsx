import { useQuery } from '@tanstack/react-query';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { createCountryOptions } from '#portal/messages/names.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { companies as texts } from '#portal/texts/companies.ts';
import { Select, TextField } from '#portal/ui/fields/form-field.tsx';
import { FormDialog } from '#portal/ui/overlays/dialog.tsx';
import { companyOptionsQuery } from './companies.queries.ts';

export type CompanyValues = {
  name: string;
  country: string | null;
  externalRef: string | null;
  crmAccount: string | null;
};

export const emptyCompany: CompanyValues = { name: '', country: null, externalRef: null, crmAccount: null };

type CompanyDialogProps = {
  title: string;
  submitLabel: string;
  draft: { values: CompanyValues; change: (values: Partial<CompanyValues>) => void };
  mutation: { error: Error | null; isPending: boolean };
  onSubmit: (values: CompanyValues) => void;
  onClose: () => void;
};

/** The dialog with the details of a company, to create or to change it. */
export function CompanyDialog({ draft: { values, change }, mutation, onSubmit, ...dialog }: CompanyDialogProps) {
  const { data: options } = useQuery(companyOptionsQuery);
  const problem = mutation.error instanceof ApiProblem ? mutation.error : null;
  return (
    <FormDialog {...dialog} busy={mutation.isPending} onSubmit={() => !mutation.isPending && onSubmit(values)}>
      {problem && <ProblemNotice problem={problem} title={texts.notSaved} />}
      <TextField
        label={texts.name}
        value={values.name}
        error={problem?.fields?.['name']}
        maxLength={200}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <Select
        label={texts.country}
        optional
        options={createCountryOptions(options?.countries ?? [])}
        placeholder={texts.none}
        value={values.country ?? ''}
        error={problem?.fields?.['country']}
        onChange={({ currentTarget }) => change({ country: currentTarget.value || null })}
      />
      {(['externalRef', 'crmAccount'] as const).map((name) => (
        <TextField
          key={name}
          label={texts[name]}
          optional
          value={values[name] ?? ''}
          error={problem?.fields?.[name]}
          maxLength={80}
          onChange={({ currentTarget }) => change({ [name]: currentTarget.value || null })}
        />
      ))}
    </FormDialog>
  );
}
