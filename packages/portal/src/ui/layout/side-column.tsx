import { Fragment } from 'react';
import { useHasSideColumn } from '../hooks/use-width.ts';
import type { Elements } from './layout.tsx';

type SideColumnProps = { side: Elements; children: Elements };

/**
 * A part of a page that a narrow window shows above the children, and a wide window in a column on their right. Tab follows the order of the
 * elements, so the part comes last in a wide window.
 */
export function SideColumn({ side, children }: SideColumnProps) {
  const parts = [<Fragment key="side">{side}</Fragment>, <Fragment key="children">{children}</Fragment>];
  return useHasSideColumn() ? parts.toReversed() : parts;
}
