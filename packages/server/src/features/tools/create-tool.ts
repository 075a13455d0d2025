import type { AuditAction } from '@basics/contract/audit/audit-actions.ts';
import type { Body } from '@basics/contract/calls/endpoint.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import type { Tool, tools } from '@basics/contract/tools/tools.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import { isUniqueViolation } from '#server/database/failures.ts';
import type { Trx } from '#server/database/foundation.ts';
import { invalid } from '#server/platform/problem.ts';
import { insertMissingPolicies } from '#server/platform/starting-policies.repository.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import type { WriteAndReadContext, WriteContext } from '#server/platform/writing.ts';
import { findCatalogue, insertTools } from './catalogue.repository.ts';
import { readTool } from './list-tools.ts';

type NewTool = Body<typeof tools.create>;
type NewAddOn = NewTool['addOns'][number];

/**
 * Creates a tool with its add-ons, and the starting policy for every profile and brand. Throws INVALID for values that
 * another tool or add-on uses.
 */
export async function createTool(context: WriteAndReadContext, body: NewTool): Promise<Tool> {
  await retryIfTaken(() =>
    context.database.transact(async (trx) => {
      const catalogue = await findCatalogue(trx);
      const isTaken = (id: string): boolean => catalogue.some((row) => row.id === id);
      const fields = {
        ...(isTaken(body.id) && { id: fieldMessages.toolIdTaken }),
        ...(catalogue.some(({ code }) => code === body.code) && { code: serverMessages.toolCodeTaken }),
        ...findTakenIds(body.addOns, (id) => id === body.id || isTaken(id)),
      };
      if (Object.keys(fields).length > 0) throw invalid(fields);
      const { id, code, name, maxMajor, addOns } = body;
      await insertTools(trx, [{ id, code, name, maxMajor, parentToolId: null, entitlementBit: null }]);
      if (addOns.length > 0) await insertTools(trx, addOns.map(toAddOnRow(id)));
      await insertMissingPolicies(trx);
      await recordToolChange(trx, context, { action: 'tool.create', id, after: body });
    }),
  );
  return readTool(context, body.id);
}

export const findTakenIds = (addOns: readonly NewAddOn[], isTaken: (id: string) => boolean): Record<string, string> =>
  Object.fromEntries(
    addOns.flatMap(({ id }, index) => (isTaken(id) ? [[`addOns.${index}.id`, fieldMessages.toolIdTaken]] : [])),
  );

/**
 * Creates the database row of an add-on. Its `maxMajor` has the highest value, because only the newest version of the
 * tool is checked.
 */
export const toAddOnRow =
  (toolId: string) =>
  ({ id, name, bit, retired }: NewAddOn) => ({
    id,
    name,
    code: null,
    maxMajor: limits.tool.major,
    parentToolId: toolId,
    entitlementBit: bit,
    retired: retired ? (1 as const) : (0 as const),
  });

/**
 * Calls `writeTool`, and calls it again if another request saved the same id, number or bit meanwhile. The second call
 * refuses the field with a message.
 */
export async function retryIfTaken(writeTool: () => Promise<void>): Promise<void> {
  try {
    await writeTool();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await writeTool();
  }
}

type Change = { action: AuditAction; id: string; before?: Record<string, unknown>; after?: Record<string, unknown> };

export const recordToolChange = (trx: Trx, context: WriteContext, { id, ...change }: Change): Promise<void> =>
  recordAction(trx, context, { ...change, subject: { kind: 'tool', id } });
