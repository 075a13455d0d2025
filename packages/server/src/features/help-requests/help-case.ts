import type { HelpCase } from '@basics/contract/help-requests.ts';
import type { LicensePreview } from '@basics/contract/licenses.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readVerificationCode } from '@basics/licensing/verification-code.ts';
import type { Db } from '#server/database/database.ts';
import { formatDay } from '#server/features/licenses/calendar.ts';
import { findCurrentKey } from '#server/features/licenses/current-key.ts';
import type { LicenseKeys } from '#server/features/licenses/license-key.ts';
import { holdsSeat } from '#server/features/licenses/license.ts';
import { findMachines } from '#server/features/licenses/licenses.repository.ts';
import { previewLicense } from '#server/features/licenses/preview-license.ts';
import { findToolByCode } from '#server/features/tools/tools.repository.ts';
import { toGrantedTool } from '#server/features/users/user.ts';
import { findGrantsOfUsers } from '#server/features/users/users.repository.ts';
import { findAskedTool, toHelpRequest } from './help-request.ts';
import { findToolAndBrandNames } from './help-requests.repository.ts';
import type { HelpRow } from './help-requests.repository.ts';

type CaseContext = { keys: LicenseKeys | null; now: number };

/** A help request with what staff need to answer it: what its code would get now, and the tools and PCs of its owner. */
export async function findHelpCase(db: Db, row: HelpRow, looking: CaseContext): Promise<HelpCase> {
  const tools = (await findGrantsOfUsers(db, [row.userId])).map(toGrantedTool);
  const helpRequest = toHelpRequest(row);
  const reading = readVerificationCode(row.verificationCode, nodePrimitives);
  if (!reading.ok) {
    const missing = findAskedTool(row);
    const toolName = missing && ((await findToolAndBrandNames(db, missing))?.tool ?? null);
    return { ...helpRequest, toolName, now: null, missing, tools, machines: [] };
  }
  const request = reading.value;
  const brand = row.askedBrandId ?? undefined;
  const now = await previewLicense(
    db,
    { userId: row.userId, request, tool: undefined, brand, isOverridden: false, now: looking.now },
    (await findCurrentKey(db, looking.keys)) !== null,
  );
  const tool = await findToolByCode(db, request.claims.toolId);
  const machines = tool ? await findMachines(db, row.userId, tool.id) : [];
  return {
    ...helpRequest,
    toolName: tool?.name ?? null,
    now,
    missing: findMissingGrant(now, { tool: tool?.id, brand: row.askedBrandId ?? row.brandId }),
    tools,
    machines: machines.map((machine) => ({
      name: machine.name,
      expiryDate: machine.licence && formatDay(machine.licence.expiresAt),
      holdsSeat: holdsSeat(
        { licence: machine.licence && { ...machine.licence, isBridge: machine.licence.isBridge === 1 } },
        looking.now,
      ),
    })),
  };
}

/** The tool that the user lacks, if a missing tool is the reason for the refusal. */
function findMissingGrant(
  { problem }: LicensePreview,
  { tool, brand }: { tool: string | undefined; brand: string | null },
): HelpCase['missing'] {
  const lacks = problem?.code === 'NO_TOOL_GRANT' || problem?.code === 'OTHER_BRAND';
  return lacks && tool !== undefined && brand !== null ? { tool, brand } : null;
}
