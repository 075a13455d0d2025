import type { HelpCase } from '@basics/contract/help-requests/help-requests.ts';
import type { LicensePreview } from '@basics/contract/licenses/licenses.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readVerificationCode } from '@basics/licensing/verification-code.ts';
import { findCurrentKey, type LicenseKeys } from '#server/features/licenses/license-key.ts';
import { holdsSeat } from '#server/features/licenses/license.ts';
import { findMachines } from '#server/features/licenses/licenses.repository.ts';
import { previewCode } from '#server/features/licenses/issue/preview-license.ts';
import { findToolByCode } from '#server/features/tools/tools.repository.ts';
import { toGrantedTool, type UserTool } from '#server/features/users/user.ts';
import { findGrantsOfUsers } from '#server/features/users/users.repository.ts';
import { reportPresence } from '#server/features/users/timeline/timeline.ts';
import { days, addMonths, toUtcDay } from '#server/platform/clock/clock.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { problem } from '#server/platform/problem.ts';
import { findRequestedTool, toHelpRequest } from './help-request.ts';
import { findHelpRequestInScope, findToolAndBrandNames } from './help-requests.repository.ts';

type CaseContext = Pick<CallContext, 'db' | 'actor' | 'at'> & { keys: LicenseKeys | null };

/** Finds a help request with the data that staff need to answer it: what its code would get now, and the tools and PCs of its owner. Throws RESULTS_NOT_FOUND. */
export async function findHelpCase({ db, actor, at, keys }: CaseContext, id: number): Promise<HelpCase> {
  const row = await findHelpRequestInScope(db, actor, id);
  if (!row) throw problem('RESULTS_NOT_FOUND');
  const tools = (await findGrantsOfUsers(db, [row.userId])).map(toGrantedTool);
  const helpRequest = toHelpRequest(row);
  const readResult = readVerificationCode(row.verificationCode, nodePrimitives);
  if (!readResult.ok) {
    const requestedTool = findRequestedTool(row);
    const toolName = requestedTool && ((await findToolAndBrandNames(db, requestedTool))?.tool ?? null);
    return {
      ...helpRequest,
      toolName,
      now: null,
      missing: requestedTool && addLastDay(requestedTool, tools, at),
      tools,
      machines: [],
    };
  }
  const code = readResult.value;
  const brand = row.askedBrandId ?? undefined;
  const preview = await previewCode(
    db,
    { userId: row.userId, request: code, tool: undefined, brand, isOverridden: false, now: at },
    (await findCurrentKey(db, keys)) !== null,
  );
  const tool = await findToolByCode(db, code.claims.toolId);
  const missingGrant = findMissingGrant(preview, { tool: tool?.id, brand: row.askedBrandId ?? row.brandId });
  const machines = tool ? await findMachines(db, row.userId, tool.id) : [];
  return {
    ...helpRequest,
    toolName: tool?.name ?? null,
    now: preview,
    missing: missingGrant && addLastDay(missingGrant, tools, at),
    tools,
    machines: machines.map((machine) => ({
      name: machine.name,
      expiryDate: machine.licence && toUtcDay(machine.licence.expiresAt),
      holdsSeat: holdsSeat(
        { licence: machine.licence && { ...machine.licence, isBridge: machine.licence.isBridge === 1 } },
        at,
      ),
    })),
  };
}

/** Stores that the actor has a help request open, and returns the names of the others who have it open. Throws RESULTS_NOT_FOUND. */
export async function reportHelpPresence({ db, actor, at }: Pick<CallContext, 'db' | 'actor' | 'at'>, id: number) {
  if (!(await findHelpRequestInScope(db, actor, id))) throw problem('RESULTS_NOT_FOUND');
  return reportPresence(db, actor, { kind: 'helpRequest', recordId: id, now: at });
}

type ToolAndBrand = { tool: string; brand: string };

/** Finds the tool that the user does not have, if that is the reason why the code is refused. */
function findMissingGrant(
  { problem: refusal }: LicensePreview,
  { tool, brand }: { tool: string | undefined; brand: string | null },
): ToolAndBrand | null {
  const isToolMissing = refusal?.code === 'NO_TOOL_GRANT' || refusal?.code === 'OTHER_BRAND';
  return isToolMissing && tool !== undefined && brand !== null ? { tool, brand } : null;
}

/**
 * Adds the last day of the grant that is proposed to staff. For a grant that has ended, the proposed grant begins today and has the same
 * number of days; if only the last day of the old grant is known, a year is proposed. For a user who never had the tool, no last day is
 * proposed.
 */
function addLastDay(toolAndBrand: ToolAndBrand, tools: readonly UserTool[], now: number): HelpCase['missing'] {
  const { tool, brand } = toolAndBrand;
  const formerGrant = tools.find((grant) => grant.tool === tool && grant.brand === brand);
  if (!formerGrant?.validTo) return { ...toolAndBrand, validTo: null };
  const { validFrom, validTo } = formerGrant;
  const lastDay = validFrom === null ? addMonths(now, 12) - days(1) : now + Date.parse(validTo) - Date.parse(validFrom);
  return { ...toolAndBrand, validTo: toUtcDay(lastDay) };
}
