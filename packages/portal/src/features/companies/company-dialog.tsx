import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { createCountryOptions, formatCountry } from '#portal/messages/names.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { companies as texts } from '#portal/texts/companies.ts';
import { Select, TextField } from '#portal/ui/fields/form-field.tsx';
import { useDebounced } from '#portal/ui/hooks/use-timing.ts';
import { FormDialog } from '#portal/ui/overlays/dialog.tsx';
import { companyOptionsQuery, createSameNameQuery } from './companies.queries.ts';

export type CompanyValues = {
  name: string;
  country: string | null;
  externalRef: string | null;
  crmAccount: string | null;
};

export const emptyCompany: CompanyValues = { name: '', country: null, externalRef: null, crmAccount: null };

type CompanyDialogProps = {
  /** Absent for a new company. */
  companyId?: number;
  title: string;
  submitLabel: string;
  draft: { values: CompanyValues; change: (values: Partial<CompanyValues>) => void };
  mutation: { error: Error | null; isPending: boolean };
  onSubmit: (values: CompanyValues) => void;
  onClose: () => void;
};

/**
 * The dialog with the details of a company, to create or to change it. It says if another company has the name, which is allowed: the two may
 * be in different countries.
 */
export function CompanyDialog({ companyId, draft, mutation, onSubmit, ...dialog }: CompanyDialogProps) {
  const { values, change } = draft;
  const { data: options } = useQuery(companyOptionsQuery);
  const { data: sameName } = useQuery(createSameNameQuery(useDebounced(values.name.trim()), companyId));
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
      {sameName && (
        <output>
          <span>
            {texts.sameName(
              sameName.country === null ? sameName.name : `${sameName.name}, ${formatCountry(sameName.country)}`,
            )}
          </span>{' '}
          <Link to={`/companies/${sameName.companyId}`}>{texts.openSameName}</Link>
        </output>
      )}
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
