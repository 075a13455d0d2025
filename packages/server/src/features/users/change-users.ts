import type { bulkUsers } from '@basics/contract/bulk.ts';
import type { Body } from '@basics/contract/endpoint.ts';
import { userFields } from '@basics/contract/user-fields.ts';
import { words } from '@basics/contract/words.ts';
import { days } from '#server/platform/clock.ts';
import { invalid, problem } from '#server/platform/problem.ts';
import type { UserChangeContext } from './acting.ts';
import { inviteUser } from './invite-user.ts';
import { suspendUser } from './suspend-user.ts';
import { updateUser } from './update-user.ts';
import { toGrantedTool } from './user.ts';
import type { UserTool } from './user.ts';
import { findGrantsOfUsers, findUserInScope } from './users.repository.ts';

type Change = Body<typeof bulkUsers.changeMany>;

/** One change of a bulk call for one user, by the same action as for a single user. Throws what that throws, NO_TOOL_GRANT, or INVALID for tools that one call may not write. */
export async function changeOneUser(writing: UserChangeContext, userId: number, change: Change): Promise<void> {
  if (change.change === 'invite') return inviteUser(writing, userId);
  const { database, actor, at } = writing;
  const row = await findUserInScope(database.kysely, actor, userId);
  if (!row) throw problem('USER_NOT_FOUND');
  const { version } = row;
  if (change.change === 'suspend') return suspendUser(writing, { userId, version, reason: change.reason });
  if (change.change === 'brand') return updateUser(writing, userId, { version, brand: change.brand });
  const tools = (await findGrantsOfUsers(database.kysely, [userId])).map(toGrantedTool);
  const changed = change.change === 'grant' ? addGrant(tools, change) : endGrant(tools, change, yesterday(at));
  const checked = userFields.tools.safeParse(changed);
  if (!checked.success) throw invalid({ tools: checked.error.issues[0]?.message ?? words.tool });
  return updateUser(writing, userId, { version, tools: checked.data });
}

type ToolAndBrand = { tool: string; brand: string };
type Grant = ToolAndBrand & { validTo: string | null; configTools?: string[] | undefined };

const isFor =
  ({ tool, brand }: ToolAndBrand) =>
  (grant: UserTool): boolean =>
    grant.tool === tool && grant.brand === brand;

/** Adds the tool, or changes the last day and, where given, the add-ons of the tool that the user has. */
function addGrant(tools: readonly UserTool[], { tool, brand, validTo, configTools }: Grant): UserTool[] {
  const existing = tools.find(isFor({ tool, brand }));
  const grant = existing ?? { tool, brand, configTools: [], validFrom: null, validTo: null };
  const changed = { ...grant, validTo, ...(configTools && { configTools }) };
  return existing ? tools.map((each) => (each === existing ? changed : each)) : [...tools, changed];
}

/** Ends the tool with its last day, so that the history of the account still shows it. */
function endGrant(tools: readonly UserTool[], ended: ToolAndBrand, lastDay: string): UserTool[] {
  if (!tools.some(isFor(ended))) throw problem('NO_TOOL_GRANT');
  const end = (grant: UserTool): UserTool => ({
    ...grant,
    validTo: lastDay,
    validFrom: grant.validFrom !== null && grant.validFrom > lastDay ? lastDay : grant.validFrom,
  });
  return tools.map((grant) => (isFor(ended)(grant) ? end(grant) : grant));
}

const yesterday = (at: number): string => new Date(at - days(1)).toISOString().slice(0, 10);
