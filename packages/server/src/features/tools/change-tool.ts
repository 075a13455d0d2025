import type { Body } from '@basics/contract/endpoint.ts';
import { phrases } from '@basics/contract/phrases.ts';
import type { Tool, tools } from '@basics/contract/tools.ts';
import { words } from '@basics/contract/words.ts';
import type { Trx } from '#server/database/database.ts';
import { invalid, problem, problemWith } from '#server/platform/problem.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import {
  clearBits,
  deleteTools,
  findCatalogue,
  findUses,
  insertTools,
  lockTool,
  raiseVersion,
  updateTool,
} from './catalogue.repository.ts';
import { retryIfTaken, record, toAddOnRow, findTakenIds } from './create-tool.ts';
import { toTools, describeUses, pickEditableFields } from './tool.ts';

type Change = Body<typeof tools.update>;

/**
 * Writes a tool with all its add-ons; the current values are no change. Throws RESULTS_NOT_FOUND, STALE, or INVALID: an id in use, a bit that
 * licences contain, an add-on in use that was left out.
 */
export function changeTool(writing: WriteContext, id: string, body: Change): Promise<void> {
  return retryIfTaken(() =>
    writing.database.transact(async (trx) => {
      const before = await lockToolWithUses(trx, id, writing.at);
      if (before.version !== body.version) throw problem('STALE');
      const known = await findCatalogue(trx);
      const refused = findRefusedFields(before, body, (addOn) => known.some((row) => row.id === addOn));
      if (Object.keys(refused).length > 0) throw invalid(refused);
      const [was, is] = [pickEditableFields(before), pickEditableFields(body)];
      if (JSON.stringify(was) === JSON.stringify(is)) return;
      await writeTool(trx, before, body);
      await writeAddOns(trx, before, body);
      await record(trx, writing, { action: 'tool.update', id, before: was, after: is });
    }),
  );
}

/** Deletes a tool with its add-ons and policies. Throws RESULTS_NOT_FOUND, or IN_USE with what refers to it. */
export function removeTool(writing: WriteContext, id: string): Promise<void> {
  return writing.database.transact(async (trx) => {
    const before = await lockToolWithUses(trx, id, writing.at);
    const uses = describeUses(before.uses);
    if (uses !== null) throw problemWith('IN_USE', { name: before.name, uses, next: phrases().retireInstead() });
    if (before.addOns.length > 0)
      await deleteTools(
        trx,
        before.addOns.map((addOn) => addOn.id),
      );
    await deleteTools(trx, [id]);
    await record(trx, writing, {
      action: 'tool.delete',
      id,
      before: { code: before.code, ...pickEditableFields(before) },
    });
  });
}

/** The tool with its add-ons and all that refers to them, locked until the transaction ends. */
async function lockToolWithUses(trx: Trx, id: string, now: number): Promise<Tool> {
  const rows = await lockTool(trx, id);
  const [tool] = toTools(rows, await findUses(trx, now));
  if (!tool) throw problem('RESULTS_NOT_FOUND');
  return tool;
}

function findRefusedFields(before: Tool, body: Change, isKnown: (id: string) => boolean): Record<string, string> {
  const addOnsById = new Map(before.addOns.map((addOn) => [addOn.id, addOn]));
  const bits = body.addOns.flatMap(({ id, bit }, index) => {
    const current = addOnsById.get(id);
    const isFixed = current !== undefined && current.bit !== bit && current.uses.licenses > 0;
    return isFixed ? [[`addOns.${index}.bit`, words.bitFixed]] : [];
  });
  const [missed] = before.addOns
    .filter(({ id }) => !body.addOns.some((each) => each.id === id))
    .flatMap(createInUseProblem);
  return {
    ...findTakenIds(body.addOns, (id) => !addOnsById.has(id) && isKnown(id)),
    ...Object.fromEntries(bits),
    ...(missed !== undefined && { addOns: missed }),
  };
}

const createInUseProblem = ({ name, uses }: Tool['addOns'][number]): string[] => {
  const said = describeUses(uses);
  return said === null ? [] : [problemWith('IN_USE', { name, uses: said, next: phrases().retireInstead() }).message];
};

async function writeTool(trx: Trx, { id }: Tool, { name, maxMajor, retired }: Change): Promise<void> {
  await updateTool(trx, id, { name, maxMajor, retired: retired ? 1 : 0 });
  await raiseVersion(trx, id);
}

/** Deletes first, then updates, then inserts, so that freed ids and bits can be used again. */
async function writeAddOns(trx: Trx, { id, addOns: before }: Tool, { addOns }: Change): Promise<void> {
  const gone = before.filter((each) => !addOns.some((kept) => kept.id === each.id));
  const kept = addOns.filter((each) => before.some((current) => current.id === each.id));
  const come = addOns.filter((each) => !kept.includes(each));
  if (gone.length > 0)
    await deleteTools(
      trx,
      gone.map((each) => each.id),
    );
  if (kept.length > 0)
    await clearBits(
      trx,
      kept.map((each) => each.id),
    );
  for (const each of kept) {
    const { name, entitlementBit, retired } = toAddOnRow(id)(each);
    await updateTool(trx, each.id, { name, entitlementBit, retired });
  }
  if (come.length > 0) await insertTools(trx, come.map(toAddOnRow(id)));
}
