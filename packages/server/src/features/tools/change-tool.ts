import type { Body } from '@basics/contract/calls/endpoint.ts';
import { phrases } from '@basics/contract/texts/phrases.ts';
import type { Tool, tools } from '@basics/contract/tools/tools.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import type { Trx } from '#server/database/foundation.ts';
import { invalid, problem, problemWithFacts } from '#server/platform/problem.ts';
import { applyChanges, requireCurrentVersion } from '#server/platform/writing.ts';
import type { WriteAndReadContext, WriteContext } from '#server/platform/writing.ts';
import {
  clearAddOnBits,
  deleteTools,
  findCatalogue,
  countUses,
  insertTools,
  lockTool,
  raiseVersion,
  updateTool,
} from './catalogue.repository.ts';
import { retryIfTaken, recordToolChange, toAddOnRow, findTakenIds } from './create-tool.ts';
import { readTool } from './list-tools.ts';
import { toTools, describeUses, pickEditableFields } from './tool.ts';

type ToolFields = ReturnType<typeof pickEditableFields>;

/**
 * Changes the sent fields of a tool, and replaces all its add-ons if they are sent; a call with the current values changes nothing. Throws RESULTS_NOT_FOUND,
 * STALE, or INVALID for an id in use, for a new bit of an add-on that licences contain, or for a missing add-on that is
 * in use.
 */
export async function changeTool(
  context: WriteAndReadContext,
  id: string,
  { version, ...changes }: Body<typeof tools.update>,
): Promise<Tool> {
  await retryIfTaken(() =>
    context.database.transact(async (trx) => {
      const oldTool = await lockToolWithUses(trx, id, context.at);
      requireCurrentVersion(oldTool, version);
      const body = applyChanges<ToolFields>(pickEditableFields(oldTool), changes);
      const catalogue = await findCatalogue(trx);
      const refusedFields = findRefusedFields(oldTool, body, (addOn) => catalogue.some((row) => row.id === addOn));
      if (Object.keys(refusedFields).length > 0) throw invalid(refusedFields);
      const [fieldsBefore, fieldsAfter] = [pickEditableFields(oldTool), pickEditableFields(body)];
      if (JSON.stringify(fieldsBefore) === JSON.stringify(fieldsAfter)) return;
      await writeTool(trx, oldTool, body);
      await writeAddOns(trx, oldTool, body);
      await recordToolChange(trx, context, { action: 'tool.update', id, before: fieldsBefore, after: fieldsAfter });
    }),
  );
  return readTool(context, id);
}

/** Deletes a tool with its add-ons and policies. Throws RESULTS_NOT_FOUND, or IN_USE with the number of uses. */
export function removeTool(context: WriteContext, id: string): Promise<void> {
  return context.database.transact(async (trx) => {
    const oldTool = await lockToolWithUses(trx, id, context.at);
    const usesText = describeUses(oldTool.uses);
    if (usesText !== null)
      throw problemWithFacts('IN_USE', { name: oldTool.name, uses: usesText, next: phrases().retireInstead() });
    if (oldTool.addOns.length > 0)
      await deleteTools(
        trx,
        oldTool.addOns.map((addOn) => addOn.id),
      );
    await deleteTools(trx, [id]);
    await recordToolChange(trx, context, {
      action: 'tool.delete',
      id,
      before: { code: oldTool.code, ...pickEditableFields(oldTool) },
    });
  });
}

/** Locks a tool with its add-ons until the transaction ends, and counts their uses. */
async function lockToolWithUses(trx: Trx, id: string, now: number): Promise<Tool> {
  const rows = await lockTool(trx, id);
  const [tool] = toTools(rows, await countUses(trx, now));
  if (!tool) throw problem('RESULTS_NOT_FOUND');
  return tool;
}

function findRefusedFields(oldTool: Tool, body: ToolFields, isKnown: (id: string) => boolean): Record<string, string> {
  const addOnsById = new Map(oldTool.addOns.map((addOn) => [addOn.id, addOn]));
  const bits = body.addOns.flatMap(({ id, bit }, index) => {
    const current = addOnsById.get(id);
    const isFixed = current !== undefined && current.bit !== bit && current.uses.licenses > 0;
    return isFixed ? [[`addOns.${index}.bit`, serverMessages.bitFixed]] : [];
  });
  const [inUseMessage] = oldTool.addOns
    .filter(({ id }) => !body.addOns.some((addOn) => addOn.id === id))
    .flatMap(describeUseOfAddOn);
  return {
    ...findTakenIds(body.addOns, (id) => !addOnsById.has(id) && isKnown(id)),
    ...Object.fromEntries(bits),
    ...(inUseMessage !== undefined && { addOns: inUseMessage }),
  };
}

const describeUseOfAddOn = ({ name, uses }: Tool['addOns'][number]): string[] => {
  const usesText = describeUses(uses);
  return usesText === null
    ? []
    : [problemWithFacts('IN_USE', { name, uses: usesText, next: phrases().retireInstead() }).message];
};

async function writeTool(trx: Trx, { id }: Tool, { name, maxMajor, retired }: ToolFields): Promise<void> {
  await updateTool(trx, id, { name, maxMajor, retired: retired ? 1 : 0 });
  await raiseVersion(trx, id);
}

/**
 * Writes the add-ons of a tool: deletes come first, then updates, then inserts, so that ids and bits of deleted add-ons
 * can be used again.
 */
async function writeAddOns(trx: Trx, { id, addOns: before }: Tool, { addOns }: ToolFields): Promise<void> {
  const deletedAddOns = before.filter((addOn) => !addOns.some((keptAddOns) => keptAddOns.id === addOn.id));
  const keptAddOns = addOns.filter((addOn) => before.some((current) => current.id === addOn.id));
  const newAddOns = addOns.filter((addOn) => !keptAddOns.includes(addOn));
  if (deletedAddOns.length > 0)
    await deleteTools(
      trx,
      deletedAddOns.map((addOn) => addOn.id),
    );
  if (keptAddOns.length > 0)
    await clearAddOnBits(
      trx,
      keptAddOns.map((addOn) => addOn.id),
    );
  for (const addOn of keptAddOns) {
    const { name, entitlementBit, retired } = toAddOnRow(id)(addOn);
    await updateTool(trx, addOn.id, { name, entitlementBit, retired });
  }
  if (newAddOns.length > 0) await insertTools(trx, newAddOns.map(toAddOnRow(id)));
}
