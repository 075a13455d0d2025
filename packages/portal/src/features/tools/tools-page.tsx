import type { Tool } from '@basics/contract/tools.ts';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import * as z from 'zod/mini';
import { readRequestId } from '#portal/api/api-problem.ts';
import { tools as texts } from '#portal/texts/tools.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { Card } from '#portal/ui/layout/card.tsx';
import { DataTable } from '#portal/ui/lists/data-table.tsx';
import { EmptyState } from '#portal/ui/feedback/empty-state.tsx';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';
import { useSearchState } from '#portal/ui/lists/search-state.ts';
import { useShownColumns } from '#portal/ui/lists/use-shown-columns.tsx';
import { ToolPanel } from './tool-panel.tsx';
import { toolsColumns } from './tools-columns.tsx';
import { allTools } from './tools.queries.ts';

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
        introText={texts.lead}
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
