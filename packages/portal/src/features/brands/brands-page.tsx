import { maxBrands, type FullBrand } from '@basics/contract/brands/brands.ts';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { readRequestId } from '#portal/api/api-problem.ts';
import { brands as texts } from '#portal/texts/brands.ts';
import { Card } from '#portal/ui/layout/layout.tsx';
import { DataTable, type Column } from '#portal/ui/tables/data-table.tsx';
import { EmptyState } from '#portal/ui/feedback/empty-state.tsx';
import { RowLink } from '#portal/ui/tables/cells.tsx';
import { useShownColumns } from '#portal/ui/tables/use-shown-columns.tsx';
import { LinkButton } from '#portal/ui/buttons/button.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { StatusBadge } from '#portal/ui/content/facts.tsx';
import styles from './brand.module.css';
import { allBrands, createPictureAddress, describeUses } from './brands.queries.ts';

/** The page with the list of brands, their host names and how often each brand is used. */
export function BrandsPage() {
  const { data, error, refetch } = useQuery(allBrands);
  const shownColumns = useShownColumns('brands', columns);
  const isFull = (data?.length ?? 0) >= maxBrands;
  return (
    <>
      <PageHeading
        title={texts.title}
        introText={isFull ? texts.full : undefined}
        actions={
          <>
            {shownColumns.choice}
            {data && !isFull && (
              <LinkButton to="/admin/brands/create" variant="primary" icon={<Plus aria-hidden="true" />}>
                {texts.add}
              </LinkButton>
            )}
          </>
        }
      />
      <Card>
        <DataTable
          label={texts.title}
          columns={shownColumns.columns}
          rowKey={({ id }) => id}
          rows={data}
          problem={error && { message: texts.failed, requestId: readRequestId(error) }}
          onRetry={() => void refetch()}
          empty={<EmptyState title={texts.empty} />}
          expectedRows={2}
        />
      </Card>
    </>
  );
}

const columns: readonly Column<FullBrand>[] = [
  {
    id: 'name',
    header: texts.name,
    isCardTitle: true,
    cell: (brand) => (
      <span className={styles.named}>
        <img src={createPictureAddress(brand, 'mark')} alt="" width={28} height={28} />
        <RowLink to={`/admin/brands/${brand.id}`}>{brand.name}</RowLink>
        {brand.isDefault && <StatusBadge tone="neutral">{texts.isDefault}</StatusBadge>}
      </span>
    ),
  },
  {
    id: 'hosts',
    header: texts.hosts,
    cell: ({ hosts }) =>
      hosts.length === 0 ? (
        texts.noHosts
      ) : (
        <ul className={styles.hosts}>
          {hosts.map((host) => (
            <li key={host}>{host}</li>
          ))}
        </ul>
      ),
  },
  { id: 'code', header: texts.number, align: 'end', cell: ({ code }) => code },
  {
    id: 'usedBy',
    header: texts.usedBy,
    cell: ({ usedBy }) => describeUses(usedBy) || texts.unused,
  },
];
