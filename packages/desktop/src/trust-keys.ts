import { ToolProblem } from './tool-problem.ts';
import type { ToolState } from './tool-state.ts';
import { parseKeys, type TrustedKey } from './trusted-keys.ts';

/** Pins the keys of a portal in place of those pinned before; `KEYS_CHANGED` if they have none in common. */
export function trustKeys(
  state: ToolState,
  keyOffer: { publishedText: string; source: string; mayReplace: boolean },
): TrustedKey[] {
  const publishedKeys = parseKeys(keyOffer.publishedText);
  if (publishedKeys === undefined) throw createKeysNotReadable(keyOffer.source);
  const pinnedKeys = state.readKeys();
  const isKnown = pinnedKeys.length === 0 || publishedKeys.some(({ kid }) => pinnedKeys.some((key) => key.kid === kid));
  if (!isKnown && !keyOffer.mayReplace) throw createKeysChanged(keyOffer.source);
  state.writeKeys(publishedKeys, keyOffer.source);
  return publishedKeys;
}

function createKeysNotReadable(source: string): ToolProblem {
  const nextStep = 'Give the address of a portal, or a file saved from its /.well-known/basics-licence-keys.';
  return new ToolProblem('KEYS_NOT_READABLE', `${source} holds no licence keys.`, nextStep);
}

function createKeysChanged(source: string): ToolProblem {
  return new ToolProblem(
    'KEYS_CHANGED',
    `${source} shows other keys than those pinned, and none of them is known.`,
    'Ask the portal operator whether the keys have changed. If so, run: basics trust --replace <portal>',
  );
}
