import type { Tool } from '@basics/contract/tools/tools.ts';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import * as z from 'zod/mini';
import { readRequestId } from '#portal/api/api-problem.ts';
import { formatNumber } from '#portal/messages/formats.ts';
import { tools as texts } from '#portal/texts/tools.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Card } from '#portal/ui/layout/layout.tsx';
import { DataTable, type Column } from '#portal/ui/tables/data-table.tsx';
import { EmptyState } from '#portal/ui/feedback/empty-state.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { useSearchState } from '#portal/ui/filters/search-state.ts';
import { useShownColumns } from '#portal/ui/tables/use-shown-columns.tsx';
import { ToolPanel } from './tool-panel.tsx';
import { allTools } from './tools.queries.ts';
import { RowLink, TwoLines } from '#portal/ui/tables/cells.tsx';
import { StatusBadge } from '#portal/ui/content/facts.tsx';
import styles from './tools.module.css';

/** The search parameters of the page: the id of the open tool, or `add` while a new tool is being added. */
const toolSearch = z.object({ tool: z.optional(z.string()), add: z.optional(z.enum(['true'])) });

/** The page with the list of tools and their add-ons. A panel opens to edit one tool. */
export function ToolsPage() {
  const [state, change] = useSearchState(toolSearch);
  const { data, error, refetch } = useQuery(allTools);
  const shownColumns = useShownColumns('tools', toolsColumns);
  const openTool = data?.find(({ id }) => id === state.tool);
  const isAdding = state.add === 'true' && data !== undefined;
  const close = (): void => change({ tool: undefined, add: undefined });
  return (
    <>
      <PageHeading
        title={texts.title}
        actions={
          <>
            {shownColumns.choice}
            <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={() => change({ add: 'true' })}>
              {texts.add}
            </Button>
          </>
        }
      />
      <Card>
        <DataTable<Tool>
          label={texts.title}
          columns={shownColumns.columns}
          rowKey={({ id }) => id}
          rows={data}
          problem={error && { message: texts.failed, requestId: readRequestId(error) }}
          onRetry={() => void refetch()}
          isDimmed={({ retired }) => retired}
          empty={<NoTools />}
          expectedRows={2}
        />
      </Card>
      {openTool && <ToolPanel key={openTool.id} tool={openTool} onClose={close} />}
      {!openTool && isAdding && <ToolPanel tool={null} onClose={close} />}
    </>
  );
}

const NoTools = () => (
  <EmptyState title={texts.empty.title}>
    <p>{texts.empty.text}</p>
  </EmptyState>
);

/** The columns of the list of tools. A click on the name opens the panel of the tool. */
const toolsColumns: readonly Column<Tool>[] = [
  {
    id: 'name',
    header: texts.name,
    isCardTitle: true,
    cell: ({ id, name }) => (
      <TwoLines secondLine={id}>
        <RowLink search={{ tool: id }} label={texts.open(name)}>
          {name}
        </RowLink>
      </TwoLines>
    ),
  },
  {
    id: 'licenses',
    header: texts.licenses,
    align: 'end',
    cell: ({ uses }) => formatNumber(uses.activeLicenses),
  },
  {
    id: 'grants',
    header: texts.grants,
    align: 'end',
    cell: ({ uses }) => formatNumber(uses.grants),
  },
  { id: 'maxMajor', header: texts.versions, cell: ({ maxMajor }) => texts.upTo(maxMajor) },
  {
    id: 'addOns',
    header: texts.addOns,
    cell: ({ addOns }) =>
      addOns.length === 0 ? (
        <span className={styles.muted}>{texts.none}</span>
      ) : (
        addOns.map(({ name, retired }) => (retired ? texts.retiredName(name) : name)).join(', ')
      ),
  },
  {
    id: 'state',
    header: texts.state,
    isBesideCardTitle: true,
    cell: ({ retired }) =>
      retired ? (
        <StatusBadge tone="neutral">{texts.retired}</StatusBadge>
      ) : (
        <StatusBadge tone="ok">{texts.offered}</StatusBadge>
      ),
  },
];
