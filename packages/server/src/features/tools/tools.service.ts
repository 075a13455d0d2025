import type { Body } from '@basics/contract/endpoint.ts';
import type { Tool, ToolGrant, tools } from '@basics/contract/tools.ts';
import type { Database } from '#server/database/database.ts';
import { requireInScope } from '#server/features/users/scope.repository.ts';
import type { Clock } from '#server/platform/clock.ts';
import { parseTexts } from '#server/platform/json-column.ts';
import { problem } from '#server/platform/problem.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import { nameAddOns } from './add-ons.ts';
import { findCatalogue, countUses } from './catalogue.repository.ts';
import { changeTool, removeTool } from './change-tool.ts';
import { createTool } from './create-tool.ts';
import { listPublishedTools } from './published-tools.ts';
import { toTools } from './tool.ts';
import { findConfigTools, findGrants } from './tools.repository.ts';

/** Tools and their add-ons: administrators edit them, and users see those that they can use. */
export function toolsService({ database, clock }: { database: Database; clock: Clock }) {
  const db = database.kysely;
  const createContext = (actor: Actor, origin: Origin) => ({ database, actor, origin, at: clock() });
  const today = (): string => new Date(clock()).toISOString().slice(0, 10);

  const listTools = async (): Promise<Tool[]> => toTools(await findCatalogue(db), await countUses(db, clock()));
  const readTool = async (id: string): Promise<Tool> => {
    const tool = (await listTools()).find((candidate) => candidate.id === id);
    if (!tool) throw problem('RESULTS_NOT_FOUND');
    return tool;
  };

  return {
    get: readTool,
    list: async (): Promise<{ items: Tool[] }> => ({ items: await listTools() }),

    published: () => listPublishedTools(db),

    async create(actor: Actor, body: Body<typeof tools.create>, origin: Origin): Promise<Tool> {
      await createTool(createContext(actor, origin), body);
      return readTool(body.id);
    },

    async update(
      actor: Actor,
      id: string,
      { body, origin }: { body: Body<typeof tools.update>; origin: Origin },
    ): Promise<Tool> {
      await changeTool(createContext(actor, origin), id, body);
      return readTool(id);
    },

    async remove(actor: Actor, id: string, origin: Origin): Promise<undefined> {
      await removeTool(createContext(actor, origin), id);
      return undefined;
    },

    /** Returns the add-ons that are not retired, and the retired add-ons that the user has. */
    async configTools(actor: Actor): Promise<{ items: { id: string; name: string; tool: string }[] }> {
      const ownAddOns = (await findGrants(db, actor.userId, today())).flatMap((row) => parseTexts(row.configTools));
      const rows = await findConfigTools(db);
      return {
        items: rows
          .filter(({ id, isRetired }) => !isRetired || ownAddOns.includes(id))
          .map(({ id, name, tool }) => ({ id, name, tool })),
      };
    },

    async licensable(actor: Actor, userId: number): Promise<{ items: ToolGrant[] }> {
      await requireInScope(db, actor, userId);
      const rows = await findGrants(db, userId, today());
      const addOns = await findConfigTools(db);
      return {
        items: rows.map((row) => ({
          tool: row.toolId,
          toolName: row.toolName,
          brand: row.brandId,
          brandName: row.brandName,
          configTools: parseTexts(row.configTools),
          addOns: nameAddOns(row.configTools, addOns),
          validFrom: row.validFrom,
          validTo: row.validTo,
        })),
      };
    },
  };
}

export type ToolsService = ReturnType<typeof toolsService>;
