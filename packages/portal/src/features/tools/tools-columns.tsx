import type { Tool } from '@basics/contract/tools.ts';
import { tools as texts } from '#portal/texts/tools.ts';
import type { Column } from '#portal/ui/lists/data-table.tsx';
import { RowLink } from '#portal/ui/lists/row-link.tsx';
import { StatusBadge } from '#portal/ui/content/status-badge.tsx';
import { TwoLines } from '#portal/ui/lists/two-lines.tsx';
import styles from './tools.module.css';

/** The columns of the list of tools. A click on the name opens the panel of the tool. */
export const toolsColumns: readonly Column<Tool>[] = [
  {
    id: 'name',
    header: texts.name,
    isCardTitle: true,
    cell: ({ id, name }) => (
      <TwoLines secondLine={id}>
        <RowLink search={{ tool: id }} label={texts.open(name)}>
          {name}
        </RowLink>
      </TwoLines>
    ),
  },
  { id: 'code', header: texts.code, cell: ({ code }) => code },
  { id: 'maxMajor', header: texts.maxMajor, cell: ({ maxMajor }) => texts.upTo(maxMajor) },
  {
    id: 'addOns',
    header: texts.addOns,
    cell: ({ addOns }) =>
      addOns.length === 0 ? (
        <span className={styles.muted}>{texts.none}</span>
      ) : (
        addOns.map(({ name, retired }) => (retired ? texts.retiredName(name) : name)).join(', ')
      ),
  },
  { id: 'grants', header: texts.grants, align: 'end', cell: ({ uses }) => uses.grants },
  { id: 'licenses', header: texts.licenses, align: 'end', cell: ({ uses }) => uses.activeLicenses },
  {
    id: 'state',
    header: texts.state,
    cell: ({ retired }) =>
      retired ? (
        <StatusBadge tone="neutral">{texts.retired}</StatusBadge>
      ) : (
        <StatusBadge tone="ok">{texts.offered}</StatusBadge>
      ),
  },
];
