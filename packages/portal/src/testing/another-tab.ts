import { onTestFinished } from 'vitest';

/** Returns the storage as another tab of this portal uses it. The browser reports its changes to this tab with `storage` events. */
export function openOtherTabStorage(): Storage {
  const frame = document.body.appendChild(document.createElement('iframe'));
  frame.hidden = true;
  onTestFinished(() => frame.remove());
  if (frame.contentWindow === null) throw new Error('The frame has no window.');
  return frame.contentWindow.localStorage;
}
