import { useNavigate } from '@tanstack/react-router';
import { lists as texts } from '#portal/texts/lists.ts';
import { Select } from '#portal/ui/forms/select.tsx';
import type { Sort, SortBy } from './sort-link.tsx';

type SortSelectProps = { columns: readonly { id: string; header: string }[]; sort: Sort };

const directions: readonly SortBy['direction'][] = ['asc', 'desc'];
const toValue = ({ field, direction }: SortBy): string => `${field} ${direction}`;

/** Sorts a list whose rows are cards, which have no column headings. */
export function SortSelect({ columns, sort }: SortSelectProps) {
  const navigate = useNavigate();
  const sortOptions = columns.flatMap(({ id, header }) =>
    directions.map((direction) => ({
      by: { field: id, direction },
      value: toValue({ field: id, direction }),
      label: texts.sortedBy(header, direction),
    })),
  );

  function applySortOption(value: string): void {
    const sortOption = sortOptions.find((candidate) => candidate.value === value);
    if (sortOption) void navigate({ to: '.', search: sort.search(sortOption.by), resetScroll: false });
  }

  return (
    <Select
      label={texts.sort}
      value={sort.current ? toValue(sort.current) : ''}
      options={sortOptions}
      {...(!sort.current && { placeholder: texts.usualOrder })}
      onChange={(event) => applySortOption(event.target.value)}
    />
  );
}
