import { useDeferredValue } from 'react';
import { useWideWindow } from '#portal/ui/layout/use-wide-window.ts';
import { Menu } from '../menu.tsx';

/**
 * The menu beside the page. The many links of the menu take long to render, so a narrow window does not render them,
 * and a wide window renders them after the page, in short tasks that do not delay input.
 */
export function Sidebar() {
  const isShown = useDeferredValue(useWideWindow(), false);
  return isShown && <Menu />;
}
