import { onTestFinished } from 'vitest';

/**
 * Returns the storage as another tab of this portal uses it. The browser reports changes of this storage to this tab with `storage` events.
 */
export function openOtherTabStorage(): Storage {
  const frameElement = document.body.appendChild(document.createElement('iframe'));
  frameElement.hidden = true;
  onTestFinished(() => frameElement.remove());
  if (frameElement.contentWindow === null) throw new Error('The frame has no window.');
  return frameElement.contentWindow.localStorage;
}
