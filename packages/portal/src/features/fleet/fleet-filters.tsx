import type { FleetCounts } from '@basics/contract/fleet.ts';
import { formatCountry } from '#portal/messages/countries.ts';
import { fleet as texts } from '#portal/texts/fleet.ts';
import { Select } from '#portal/ui/forms/select.tsx';
import type { Change } from '#portal/ui/lists/search-state.ts';
import styles from './fleet.module.css';
import type { FleetFilter } from './fleet-search.ts';

type FleetFiltersProps = { counts: FleetCounts; filter: FleetFilter; onChange: Change<FleetFilter> };

/** The fields that select the tool, the version, the country and the brand of the counted PCs. */
export const FleetFilters = ({ counts, filter, onChange }: FleetFiltersProps) => (
  <div className={styles.filters}>
    <Select
      label={texts.filters.tool}
      value={counts.tool ?? ''}
      options={counts.tools.map(({ tool, name, pcs }) => ({ value: tool, label: texts.option(name, pcs) }))}
      onChange={({ target }) => onChange({ tool: target.value, version: undefined })}
    />
    <Select
      label={texts.filters.version}
      placeholder={texts.filters.all}
      value={filter.version ?? ''}
      options={counts.versions.map(({ version, pcs }) => ({ value: version, label: texts.option(version, pcs) }))}
      onChange={({ target }) => onChange({ version: target.value || undefined })}
    />
    <Select
      label={texts.filters.country}
      placeholder={texts.filters.all}
      value={filter.country ?? ''}
      options={counts.countries
        .filter(({ country }) => country !== '')
        .map(({ country, pcs }) => ({ value: country, label: texts.option(formatCountry(country), pcs) }))}
      onChange={({ target }) => onChange({ country: target.value || undefined })}
    />
    <Select
      label={texts.filters.brand}
      placeholder={texts.filters.all}
      value={filter.brand ?? ''}
      options={counts.brands.map(({ brand, name, pcs }) => ({ value: brand, label: texts.option(name, pcs) }))}
      onChange={({ target }) => onChange({ brand: target.value || undefined })}
    />
  </div>
);
