import { join } from 'node:path';
import { readIfExists, writeAtomically, decodeText } from '#desktop/state/atomic-file.ts';
import type { Tool } from '#desktop/tool.ts';
import { formatMoment } from '#desktop/finding-texts.ts';
import type { RevocationListResult } from '#desktop/revocations.ts';
import { ToolProblem } from '#desktop/tool-problem.ts';
import { createBasicsTool, parseArguments, refuseArguments, type Command } from './command.ts';
import { fetchFromPortal, parsePortalAddress, findPortal } from '../portal/portal-keys.ts';
import type { Environment } from './environment.ts';

/** The maximum length of a revocation list in characters. Even a list of 20,000 ids needs less than 300 KB. */
const maxListLength = 10_000_000;

/**
 * The command `basics revocations` reads a revocation list from a file, from standard input or from a portal, and
 * stores the list.
 */
export const revocationsCommand: Command = async (args, environment) => {
  const { values, positionals } = parseArguments(args, { json: { type: 'boolean' } });
  const [listSource, ...rest] = positionals;
  refuseArguments(rest);
  const tool = createBasicsTool(environment);
  const result = tool.takeRevocations(await readListText(listSource, tool, environment));
  const { exitCode, sentence } = describeResult(result, tool);
  if (values.json === true)
    environment.print(JSON.stringify({ code: result.code, exitCode, message: sentence, ...listFacts(tool) }));
  else if (exitCode === 0) environment.print(sentence);
  else environment.note(`Not taken. ${result.code}  ${sentence}`);
  return exitCode;
};

/**
 * Requests the revocation list of the portal, at most once a day, if the tool has a key to verify it. The tool can work without the newest
 * revocation list. If the request fails, the tool continues with the revocation list that it has stored.
 */
export async function refreshRevocations(tool: Tool, environment: Environment): Promise<void> {
  const lastRequestPath = join(tool.folder, 'revocations-asked');
  const now = environment.now();
  try {
    const lastRequestTime = Number(decodeText(readIfExists(lastRequestPath) ?? new Uint8Array()));
    if (tool.keys().length === 0 || (now >= lastRequestTime && now - lastRequestTime < 86_400)) return;
    writeAtomically(lastRequestPath, String(now));
    tool.takeRevocations(await fetchList(findPortal(undefined, environment), tool, 3000));
  } catch (problem) {
    if (!(problem instanceof ToolProblem)) throw problem;
  }
}

async function readListText(listSource: string | undefined, tool: Tool, environment: Environment): Promise<string> {
  if (listSource === '-') return environment.readStandardInput();
  const portal = listSource === undefined ? findPortal(undefined, environment) : parsePortalAddress(listSource);
  if (portal !== undefined) return fetchList(portal, tool, 10_000);
  const bytes = readIfExists(listSource ?? '');
  if (bytes !== undefined) return decodeText(bytes);
  const nextStep = 'Name a revocation list (.brl), or the address of a portal.';
  throw new ToolProblem('FILE_NOT_READABLE', `There is no file ${listSource}.`, nextStep);
}

const fetchList = (portal: URL, tool: Tool, timeout: number): Promise<string> =>
  fetchFromPortal(new URL(`/.well-known/basics-revocations/${tool.toolId}`, portal), {
    timeout,
    maxLength: maxListLength,
  });

type ResultText = { exitCode: number; sentence: string };

function describeResult(result: RevocationListResult, tool: Tool): ResultText {
  const list = tool.revocations();
  const installedList =
    list === undefined ? '' : `The list of ${formatMoment(list.issuedAt)} names ${countLicences(list.ids.length)}.`;
  if (result.code === 'LIST_TAKEN') return { exitCode: 0, sentence: installedList };
  if (result.code === 'LIST_OLDER') return { exitCode: 0, sentence: `A newer list is in place. ${installedList}` };
  return refusals[result.code];
}

const countLicences = (count: number): string => (count === 1 ? '1 licence' : `${count} licences`);

/**
 * For each reason why a revocation list is refused, the exit code and the text. The exit codes have the same meaning as
 * the exit codes of a licence check.
 */
const refusals: Record<Exclude<RevocationListResult['code'], 'LIST_TAKEN' | 'LIST_OLDER'>, ResultText> = {
  NOT_GENUINE: { exitCode: 14, sentence: 'The signature is not valid. Download the list again and do not change it.' },
  OTHER_TOOL: { exitCode: 17, sentence: 'The list is for another tool.' },
  NOT_A_REVOCATION_LIST: { exitCode: 20, sentence: 'This is not a revocation list.' },
  FILE_INCOMPLETE: { exitCode: 20, sentence: 'The list is incomplete. Download it again.' },
  FILE_DAMAGED: { exitCode: 20, sentence: 'The list is damaged. Download it again.' },
  UNKNOWN_KEY: {
    exitCode: 21,
    sentence: 'The list is signed with a key that is not trusted. Run "basics trust <address of the portal>".',
  },
  FILE_NEWER: { exitCode: 22, sentence: 'The list needs a newer version of this tool.' },
  KEY_REVOKED: { exitCode: 23, sentence: 'The list is signed with a key that was revoked.' },
};

function listFacts(tool: Tool): Record<string, unknown> {
  const list = tool.revocations();
  if (list === undefined) return { list: null };
  const { seq, issuedAt, nextAt, ids, keys } = list;
  return {
    list: {
      seq,
      issuedAt: formatMoment(issuedAt),
      nextAt: formatMoment(nextAt),
      licences: ids.length,
      keys: keys.length,
    },
  };
}
