import type { CountedPolicy } from '@basics/contract/policies.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { readRequestId } from '#portal/api/api-problem.ts';
import { policies as texts } from '#portal/texts/policies.ts';
import { Card } from '#portal/ui/layout/card.tsx';
import { DataTable } from '#portal/ui/lists/data-table.tsx';
import { EmptyState } from '#portal/ui/feedback/empty-state.tsx';
import { LinkButton } from '#portal/ui/layout/link-button.tsx';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';
import { useSearchState } from '#portal/ui/lists/search-state.ts';
import { Select } from '#portal/ui/forms/select.tsx';
import { Stack } from '#portal/ui/layout/stack.tsx';
import { UnsavedGuard } from '#portal/ui/forms/unsaved-guard.tsx';
import { addressed, everyBrand } from './addressed.ts';
import { createPoliciesColumns, formatProfile } from './policies-columns.tsx';
import { allPolicies } from './policies.queries.ts';
import type { Policies } from './policies.queries.ts';
import styles from './policies.module.css';
import { PolicyImpactCard } from './policy-reach.tsx';
import { createKey, usePolicyEditor } from './use-policy-editor.ts';
import type { PolicyEditor } from './use-policy-editor.ts';

const none: Policies = { items: [], tools: [], brands: [], graceDays: 0 };

/** Shows the terms of each profile for a tool and a brand; each row can be edited in the table. */
export function PoliciesPage() {
  const [state] = useSearchState(addressed);
  const { data = none, error, refetch, isPending } = useQuery(allPolicies);
  const tool = data.tools.find(({ id }) => id === state.tool) ?? data.tools[0];
  const brand = data.brands.find(({ id }) => id === state.brand) ?? data.brands[0];
  const isEvery = state.brand === everyBrand;
  const editor = usePolicyEditor(data.items);
  const brandName = (id: string): string => data.brands.find((each) => each.id === id)?.name ?? id;
  const rows = data.items.filter((row) => row.tool === tool?.id && (isEvery || row.brand === brand?.id));

  return (
    <>
      <PageHeading title={texts.title} lead={texts.lead} />
      <UnsavedGuard isDirty={() => editor.change.isDirty} />
      <Card>
        <Stack>
          <Choices policies={data} tool={tool?.id} brand={isEvery ? everyBrand : brand?.id} />
          {tool?.retired && <p className={styles.muted}>{texts.retiredNote}</p>}
          <DataTable<CountedPolicy>
            label={texts.title}
            columns={createPoliciesColumns({ editor, brandName, hasBrands: isEvery })}
            rowKey={createKey}
            rows={isPending || error ? undefined : rows}
            problem={error && { message: texts.failed, requestId: readRequestId(error) }}
            onRetry={() => void refetch()}
            beneath={renderBelowRow(editor, brandName)}
            empty={<NoTool />}
            expected={10}
          />
          {data.graceDays > 0 && <p className={styles.muted}>{texts.grace(data.graceDays)}</p>}
        </Stack>
      </Card>
    </>
  );
}

/** Shows the affected users and the buttons below the row in edit mode. */
const renderBelowRow =
  (editor: PolicyEditor, brandName: (id: string) => string) =>
  (row: CountedPolicy): ReactNode =>
    row === editor.policy && (
      <PolicyImpactCard
        editor={editor}
        name={texts.name(formatProfile(row.profileID), brandName(row.brand))}
        brandName={brandName}
      />
    );

const NoTool = () => (
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

type ChoicesProps = { policies: Policies; tool: string | undefined; brand: string | undefined };

/** Selects the tool and the brand of the rows. */
function Choices({ policies: { tools, brands }, tool, brand }: ChoicesProps) {
  const [, change] = useSearchState(addressed);
  return (
    <div className={styles.choices}>
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
          ...(brands.length > 1 ? [{ value: everyBrand, label: texts.allBrands }] : []),
        ]}
        onChange={({ target }) => change({ brand: target.value })}
      />
    </div>
  );
}
