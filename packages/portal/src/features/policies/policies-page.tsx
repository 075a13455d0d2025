import type { CountedPolicy } from '@basics/contract/policies/policies.ts';
import { useQuery } from '@tanstack/react-query';
import { readRequestId } from '#portal/api/api-problem.ts';
import { policies as texts } from '#portal/texts/policies.ts';
import { Card, Stack, type Elements } from '#portal/ui/layout/layout.tsx';
import { DataTable } from '#portal/ui/tables/data-table.tsx';
import { EmptyState } from '#portal/ui/feedback/empty-state.tsx';
import { LinkButton } from '#portal/ui/buttons/button.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { useSearchState } from '#portal/ui/filters/search-state.ts';
import { Select } from '#portal/ui/fields/form-field.tsx';
import { FilterRow } from '#portal/ui/filters/list-filters.tsx';
import { UnsavedGuard } from '#portal/ui/forms/unsaved-guard.tsx';
import { useShownColumns } from '#portal/ui/tables/use-shown-columns.tsx';
import { formatProfile } from '#portal/messages/names.ts';
import { createPoliciesColumns } from './policies-columns.tsx';
import { allPolicies, type Policies } from './policies.queries.ts';
import styles from './policies.module.css';
import { PolicyImpactCard } from './policy-reach.tsx';
import { createPolicyKey, usePolicyEditor, type PolicyEditor } from './use-policy-editor.ts';
import * as z from 'zod/mini';

const noPolicies: Policies = { items: [], tools: [], brands: [], graceDays: 0 };

/**
 * The page with the licence terms for the chosen tool and brand. The table has a row for each user profile, which administrators can edit.
 */
export function PoliciesPage() {
  const [state] = useSearchState(policySearch);
  const { data = noPolicies, error, refetch, isPending } = useQuery(allPolicies);
  const tool = data.tools.find(({ id }) => id === state.tool) ?? data.tools[0];
  const brand = data.brands.find(({ id }) => id === state.brand) ?? data.brands[0];
  const showsAllBrands = state.brand === allBrandsId;
  const editor = usePolicyEditor(data.items);
  const formatBrand = (id: string): string => data.brands.find((brandOption) => brandOption.id === id)?.name ?? id;
  const rows = data.items.filter((row) => row.tool === tool?.id && (showsAllBrands || row.brand === brand?.id));
  const allColumns = createPoliciesColumns({ editor, formatBrand, showsBrand: showsAllBrands });
  const shownColumns = useShownColumns('policies', allColumns);

  return (
    <>
      <PageHeading title={texts.title} actions={shownColumns.choice} />
      <UnsavedGuard isDirty={() => editor.change.isDirty} />
      <Card>
        <Stack>
          <PolicyFilters policies={data} tool={tool?.id} brand={showsAllBrands ? allBrandsId : brand?.id} />
          {tool?.retired && <p className={styles.muted}>{texts.retiredNote}</p>}
          <DataTable<CountedPolicy>
            label={texts.title}
            // While a row is edited, all columns are shown, because its cells are the fields of a form.
            columns={editor.policy === null ? shownColumns.columns : allColumns}
            rowKey={createPolicyKey}
            rows={isPending || error ? undefined : rows}
            problem={error && { message: texts.failed, requestId: readRequestId(error) }}
            onRetry={() => void refetch()}
            renderBelow={renderBelowRow(editor, formatBrand)}
            empty={<NoToolNotice />}
            expectedRows={10}
          />
          {data.graceDays > 0 && <p className={styles.muted}>{texts.grace(data.graceDays)}</p>}
        </Stack>
      </Card>
    </>
  );
}

/** Renders the affected users and the buttons below the row that is edited. */
const renderBelowRow =
  (editor: PolicyEditor, formatBrand: (id: string) => string) =>
  (row: CountedPolicy): Elements =>
    row === editor.policy && (
      <PolicyImpactCard
        editor={editor}
        policyName={texts.name(formatProfile(row.profileID), formatBrand(row.brand))}
        formatBrand={formatBrand}
      />
    );

const NoToolNotice = () => (
  <EmptyState
    title={texts.empty.title}
    actions={
      <LinkButton to="/admin/tools" variant="primary">
        {texts.empty.tools}
      </LinkButton>
    }
  >
    <p>{texts.empty.text}</p>
  </EmptyState>
);

type PolicyFiltersProps = { policies: Policies; tool: string | undefined; brand: string | undefined };

/** The fields that select the tool and the brand of the rows. */
function PolicyFilters({ policies: { tools, brands }, tool, brand }: PolicyFiltersProps) {
  const [, change] = useSearchState(policySearch);
  return (
    <FilterRow>
      <Select
        label={texts.tool}
        value={tool ?? ''}
        options={tools.map(({ id, name, retired }) => ({ value: id, label: retired ? texts.retired(name) : name }))}
        onChange={({ target }) => change({ tool: target.value })}
      />
      <Select
        label={texts.brand}
        value={brand ?? ''}
        options={[
          ...brands.map(({ id, name }) => ({ value: id, label: name })),
          ...(brands.length > 1 ? [{ value: allBrandsId, label: texts.allBrands }] : []),
        ]}
        onChange={({ target }) => change({ brand: target.value })}
      />
    </FilterRow>
  );
}

/**
 * The search parameters of the page of the policies. Without `tool` or `brand`, the page shows the first tool or brand. The brand `all`
 * means all brands.
 */
const policySearch = z.object({ tool: z.optional(z.string()), brand: z.optional(z.string()) });

const allBrandsId = 'all';
