import { Suspense } from 'react';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { lists } from '#portal/texts/lists.ts';
import type { FilterField } from '#portal/ui/filters/filter-bar.tsx';
import { useHasFilterSheet } from '#portal/ui/hooks/use-width.ts';
import { Select } from '#portal/ui/fields/form-field.tsx';

const texts = lists.company;

// The picker is loaded after the list, so that the list appears early.
const CompanyPicker = createLazyPart(async () => (await import('./company-picker.tsx')).CompanyPicker, {
  isLate: true,
});

type FilteredList = {
  address: { company?: string | undefined };
  filter: (values: Readonly<Record<string, unknown>>) => void;
};

/** The filter of a list for one company, which is chosen among the companies that the signed-in member of staff may see. */
export const createCompanyFilter = ({ address, filter }: FilteredList): FilterField => ({
  label: texts.label,
  field: <CompanyField key="company" company={address.company} onChoose={(company) => filter({ company })} />,
});

type CompanyFieldProps = { company: string | undefined; onChoose: (company: string | undefined) => void };

function CompanyField(props: CompanyFieldProps) {
  // In the filter bar of a wide window, the empty field shows the name of its filter, as the other filters do.
  const placeholder = useHasFilterSheet() ? lists.anyValue : texts.label;
  const waiting = <Select label={texts.label} placeholder={props.company ?? placeholder} options={[]} disabled />;
  return (
    <OptionalPart fallback={waiting}>
      <Suspense fallback={waiting}>
        <CompanyPicker {...props} placeholder={placeholder} />
      </Suspense>
    </OptionalPart>
  );
}
