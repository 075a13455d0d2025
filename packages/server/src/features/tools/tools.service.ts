import type { ToolGrant } from '@basics/contract/tools.ts';
import type { Database } from '#server/database/database.ts';
import { requireInScope } from '#server/features/users/scope.ts';
import type { Clock } from '#server/platform/clock.ts';
import { textsIn } from '#server/platform/json-column.ts';
import type { Actor } from '#server/platform/serve.ts';
import { findConfigTools, findGrants } from './tools.repository.ts';

export function toolsService({ database, clock }: { database: Database; clock: Clock }) {
  const db = database.kysely;
  return {
    async configTools(): Promise<{ items: { id: string; name: string; tool: string }[] }> {
      const rows = await findConfigTools(db);
      return { items: rows.map(({ id, name, parent_tool_id: tool }) => ({ id, name, tool: tool ?? id })) };
    },

    async licensable(actor: Actor, userId: number): Promise<{ items: ToolGrant[] }> {
      await requireInScope(db, actor, userId);
      const today = new Date(clock()).toISOString().slice(0, 10);
      const rows = await findGrants(db, userId, today);
      return {
        items: rows.map((row) => ({
          tool: row.tool_id,
          toolName: row.tool_name,
          brand: row.brand_id,
          brandName: row.brand_name,
          configTools: textsIn(row.config_tools),
          validFrom: row.valid_from,
          validTo: row.valid_to,
        })),
      };
    },
  };
}

export type ToolsService = ReturnType<typeof toolsService>;
