import { ToolProblem } from './tool-problem.ts';
import type { ToolState } from './tool-state.ts';
import { parseKeys, type TrustedKey } from './trusted-keys.ts';

/** Pins the keys of a portal in place of those pinned before; `KEYS_CHANGED` if they have none in common. */
export function trustKeys(
  state: ToolState,
  offer: { published: string; source: string; mayReplace: boolean },
): TrustedKey[] {
  const keys = parseKeys(offer.published);
  if (keys === undefined) throw keysNotReadable(offer.source);
  const pinned = state.readKeys();
  const isKnown = pinned.length === 0 || keys.some(({ kid }) => pinned.some((key) => key.kid === kid));
  if (!isKnown && !offer.mayReplace) throw keysChanged(offer.source);
  state.writeKeys(keys, offer.source);
  return keys;
}

function keysNotReadable(source: string): ToolProblem {
  const nextStep = 'Give the address of a portal, or a file saved from its /.well-known/basics-licence-keys.';
  return new ToolProblem('KEYS_NOT_READABLE', `${source} holds no licence keys.`, nextStep);
}

function keysChanged(source: string): ToolProblem {
  return new ToolProblem(
    'KEYS_CHANGED',
    `${source} shows other keys than those pinned, and none of them is known.`,
    'Ask the portal operator whether the keys have changed. If so, run: basics trust --replace <portal>',
  );
}
