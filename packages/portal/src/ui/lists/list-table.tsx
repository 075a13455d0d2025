import type { ComponentProps } from 'react';
import { ExportButton } from './export-button.tsx';
import { PagedTable } from './paged-table.tsx';
import type { PagedTableProps } from './paged-table.tsx';

type ListTableProps<Row> = Omit<
  PagedTableProps<Row>,
  'label' | 'page' | 'address' | 'cleared' | 'onChange' | 'announce' | 'found' | 'isSized' | 'end' | 'usualSort'
> & {
  list: Pick<PagedTableProps<Row>, 'page' | 'address' | 'cleared' | 'usualSort'> & {
    total: number;
    totalIsMinimum?: boolean;
    change: PagedTableProps<Row>['onChange'];
    exportFile: ComponentProps<typeof ExportButton>['fetchFile'];
  };
  tableTexts: PagedTableProps<Row>['tableTexts'] & { title: string; found: (total: number) => string };
  /** The name of the table, if it is not the title of the page. */
  label?: string;
};

/** The table of a list with its pages, its empty texts and its export. */
export function ListTable<Row>({ list, tableTexts, label = tableTexts.title, ...table }: ListTableProps<Row>) {
  return (
    <PagedTable<Row>
      {...table}
      label={label}
      tableTexts={tableTexts}
      page={list.page}
      address={list.address}
      usualSort={list.usualSort}
      cleared={list.cleared}
      onChange={list.change}
      isSized
      found={tableTexts.found}
      end={<ExportButton total={list.total} isMinimum={list.totalIsMinimum ?? false} fetchFile={list.exportFile} />}
    />
  );
}
