import { ToolProblem } from './tool-problem.ts';
import type { ToolState } from './tool-state.ts';
import { parseKeys, type TrustedKey } from './trusted-keys.ts';

/**
 * Pins the keys of a portal, which replace the keys that were pinned before. Throws the problem `KEYS_CHANGED` if no
 * key is in both lists.
 */
export function trustKeys(
  state: ToolState,
  keyOffer: { publishedText: string; source: string; mayReplace: boolean },
): TrustedKey[] {
  const publishedKeys = parseKeys(keyOffer.publishedText);
  if (publishedKeys === undefined) throw createKeysNotReadableProblem(keyOffer.source);
  const pinnedKeys = state.readKeys();
  const hasKnownKey =
    pinnedKeys.length === 0 || publishedKeys.some(({ kid }) => pinnedKeys.some((key) => key.kid === kid));
  if (!hasKnownKey && !keyOffer.mayReplace) throw createKeysChangedProblem(keyOffer.source);
  state.writeKeys(publishedKeys, keyOffer.source);
  return publishedKeys;
}

function createKeysNotReadableProblem(source: string): ToolProblem {
  const nextStep = 'Give the address of a portal, or a file saved from its /.well-known/basics-licence-keys.';
  return new ToolProblem('KEYS_NOT_READABLE', `${source} holds no licence keys.`, nextStep);
}

function createKeysChangedProblem(source: string): ToolProblem {
  return new ToolProblem(
    'KEYS_CHANGED',
    `${source} shows other keys than those pinned, and none of them is known.`,
    'Ask the portal operator whether the keys have changed. If so, run: basics trust --replace <portal>',
  );
}
