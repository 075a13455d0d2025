import { licenseStatus } from '@basics/contract/licenses.ts';
import type { LicenseStatus } from '@basics/contract/licenses.ts';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { SearchField } from '#portal/ui/lists/search-field.tsx';
import type { Change } from '#portal/ui/lists/search-state.ts';
import { Select } from '#portal/ui/forms/select.tsx';
import styles from './licenses-table.module.css';

type LicenseFilters = { keyword?: string | undefined; status?: LicenseStatus | undefined };
type LicensesFiltersProps = LicenseFilters & { onChange: Change<LicenseFilters & { pageNumber?: number | undefined }> };

/** The fields that filter the licences by the name of the PC and by status. */
export const LicensesFilters = ({ keyword, status, onChange }: LicensesFiltersProps) => (
  <div className={styles.filters}>
    <SearchField label={texts.table.search} keyword={keyword} onChange={onChange} />
    <Select
      label={texts.table.status}
      placeholder={texts.table.anyStatus}
      options={statusOptions}
      value={status ?? ''}
      onChange={({ currentTarget: { value } }) =>
        onChange({ status: licenseStatus.options.find((option) => option === value), pageNumber: undefined })
      }
    />
  </div>
);

const statusOptions = licenseStatus.options.map((value) => ({ value, label: texts.table.states[value] }));
