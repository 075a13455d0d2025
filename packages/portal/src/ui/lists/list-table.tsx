import { PagedTable, type PagedTableProps } from './paged-table.tsx';
import { FileDown, RotateCw } from 'lucide-react';
import { useEffect, useRef, useState, type ComponentProps } from 'react';
import { chooseSeparator, usualSeparator, saveFile, type ExportSeparator } from '#portal/ui/files/save-file.ts';
import { lists as texts } from '#portal/texts/lists.ts';
import { ui } from '#portal/texts/ui.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import styles from './lists.module.css';
import { VisuallyHidden } from '#portal/ui/layout/layout.tsx';

type ListTableProps<Row> = Omit<
  PagedTableProps<Row>,
  'label' | 'page' | 'address' | 'cleared' | 'onChange' | 'announce' | 'found' | 'isSized' | 'end' | 'usualSort'
> & {
  list: Pick<PagedTableProps<Row>, 'page' | 'address' | 'cleared' | 'usualSort'> & {
    total: number;
    change: PagedTableProps<Row>['onChange'];
    exportFile: ComponentProps<typeof ExportButton>['fetchFile'];
  };
  tableTexts: PagedTableProps<Row>['tableTexts'] & { title: string; found: (total: number) => string };
  /** The name of the table, if it is not the title of the page. */
  label?: string;
};

/** The table of a list with its pages, its empty texts and its export. */
export function ListTable<Row>({ list, tableTexts, columns, ...table }: ListTableProps<Row>) {
  return (
    <PagedTable<Row>
      label={tableTexts.title}
      {...table}
      columns={columns.filter(({ id, repeatsFilter }) => !repeatsFilter || list.address[id] === undefined)}
      tableTexts={tableTexts}
      page={list.page}
      address={list.address}
      usualSort={list.usualSort}
      cleared={list.cleared}
      onChange={list.change}
      isSized
      found={tableTexts.found}
      end={<ExportButton total={list.total} pageSize={list.page.data?.pageSize ?? 0} fetchFile={list.exportFile} />}
    />
  );
}

type ExportButtonProps = {
  /** The number of rows of the list; without rows there is no button. */
  total: number;
  /** The number of rows of a page: the button says that it saves all rows only if the page does not show them. */
  pageSize: number;
  /** Loads all rows with the given separator; the signal is aborted when the user leaves the list. */
  fetchFile: (
    signal: AbortSignal,
    separator: ExportSeparator,
  ) => Promise<{ bytes: Uint8Array; name: string; type: string }>;
};

type State = { is: 'ready' } | { is: 'busy' } | { is: 'saved'; name: string } | { is: 'failed'; reason: string };

/**
 * Saves all rows of a list, with its filters and sort order, under the name from the server. The result of the export is shown next to the
 * button, with a second button for spreadsheets that need the other separator.
 */
export function ExportButton({ total, pageSize, fetchFile }: ExportButtonProps) {
  const [state, setState] = useState<State>({ is: 'ready' });
  const abortController = useRef<AbortController>(null);
  useEffect(() => () => abortController.current?.abort(), []);
  if (total === 0) return null;

  async function save(): Promise<void> {
    setState({ is: 'busy' });
    abortController.current = new AbortController();
    const { signal } = abortController.current;
    try {
      const file = await fetchFile(signal, usualSeparator());
      saveFile(file);
      setState({ is: 'saved', name: file.name });
    } catch (error) {
      if (!signal.aborted) setState({ is: 'failed', reason: error instanceof Error ? error.message : '' });
    }
  }

  const hasFailed = state.is === 'failed';
  const exportLabel = total > pageSize ? texts.exportAll : texts.export;
  const otherSeparator = usualSeparator() === ';' ? ',' : ';';
  return (
    <div className={styles.export} data-chrome>
      <output className={styles.outcome}>
        {state.is === 'busy' && <VisuallyHidden>{texts.exporting}</VisuallyHidden>}
        {state.is === 'saved' && <span>{texts.exported(state.name)}</span>}
      </output>
      {state.is === 'saved' && (
        <Button
          variant="quiet"
          onClick={() => {
            chooseSeparator(otherSeparator);
            void save();
          }}
        >
          {texts.exportWith[otherSeparator]}
        </Button>
      )}
      {hasFailed && (
        <p className={styles.failed} role="alert">
          {texts.exportFailed(state.reason)}
        </p>
      )}
      <Button
        variant="quiet"
        icon={hasFailed ? <RotateCw aria-hidden="true" /> : <FileDown aria-hidden="true" />}
        busy={state.is === 'busy'}
        otherLabel={hasFailed ? exportLabel : ui.retry}
        onClick={() => void save()}
      >
        {hasFailed ? ui.retry : exportLabel}
      </Button>
    </div>
  );
}
