import type { PointerEvent } from 'react';

/** Gives the cell under the pointer its whole text as a tooltip, if a part of the text is cut off. */
export function showCutText({ target }: PointerEvent): void {
  const cell = target instanceof Element ? target.closest<HTMLElement>('td > div') : null;
  if (cell === null) return;
  if ([cell, ...cell.querySelectorAll('*')].some(isTruncated)) cell.title = cell.innerText;
  else cell.removeAttribute('title');
}

const isTruncated = ({ clientWidth, clientHeight, scrollWidth, scrollHeight }: Element): boolean =>
  clientWidth > 1 && (scrollWidth > clientWidth || scrollHeight > clientHeight + 1);
