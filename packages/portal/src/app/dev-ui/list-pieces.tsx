import { listField, type ListFilter } from '@basics/contract/calls/list-fields.ts';
import { Monitor, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Select } from '#portal/ui/fields/form-field.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Card, Stack } from '#portal/ui/layout/layout.tsx';
import { ColumnChoice } from '#portal/ui/tables/column-choice.tsx';
import { DataTable, type Column } from '#portal/ui/tables/data-table.tsx';
import { ExportButton } from '#portal/ui/lists/list-table.tsx';
import { ItemList, ItemRow, ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { TimeRow, TimeRows } from '#portal/ui/lists/time-row.tsx';
import { Hero } from '#portal/ui/headings/hero.tsx';
import { PageTabs } from '#portal/ui/headings/page-tabs.tsx';
import { MoreMenu } from '#portal/ui/overlays/more-menu.tsx';
import { AddFilter } from '#portal/ui/filters/add-filter.tsx';
import { FilterEditor } from '#portal/ui/filters/filter-editor.tsx';
import { ListFilters } from '#portal/ui/filters/list-filters.tsx';
import { UnfoldingWay, Way, WayList } from '#portal/ui/lists/way-list.tsx';
import { NoResult } from '#portal/ui/lists/no-result.tsx';
import { Pagination } from '#portal/ui/lists/pagination.tsx';
import { AgeCell } from '#portal/ui/tables/age-cell.tsx';
import { RowLink, OneLine, TwoLines } from '#portal/ui/tables/cells.tsx';
import { SearchField } from '#portal/ui/filters/search-field.tsx';
import { SelectionBar } from '#portal/ui/selection/selection-bar.tsx';

type Pc = { id: number; name: string; owner: string; days: number };

const rows: readonly Pc[] = [
  { id: 1, name: 'DESKTOP-1', owner: 'Ada Example', days: 12 },
  { id: 2, name: 'DESKTOP-2', owner: 'Ben Example', days: 345 },
];
const columns: readonly Column<Pc>[] = [
  { id: 'name', header: 'PC', sortable: true, isCardTitle: true, cell: ({ name }) => <RowLink>{name}</RowLink> },
  { id: 'owner', header: 'Owner', cell: ({ owner }) => <TwoLines secondLine="Example Ltd">{owner}</TwoLines> },
  {
    id: 'sent',
    header: 'Sent',
    cell: () => <AgeCell at="2027-03-05T10:00:00Z" now={Date.UTC(2027, 2, 9)} isWaiting />,
  },
  { id: 'days', header: 'Days left', align: 'end', cell: ({ days }) => <OneLine>{days}</OneLine> },
];
const sort = { current: { field: 'name', direction: 'asc' as const }, search: () => ({}) };
const nameField = { ...listField.text(), label: 'PC' };
const shownFields = { fields: { name: nameField }, named: [] };
const noResult = { title: 'No PC found', text: 'No PC matches the search.' };
const doNothing = (): void => undefined;

/** Examples of the components in `ui/lists`. */
export const ListPieces = () => (
  <Card title="Lists">
    <Stack>
      <Filters />
      <FilterEditor
        field={nameField}
        filter={{ field: 'name', op: 'contains', values: ['DESKTOP'] }}
        onApply={doNothing}
        onCancel={doNothing}
      />
      <SelectionBar selection={{ count: 2, hiddenCount: 1, replace: doNothing }}>
        <Button variant="danger" icon={<Trash2 aria-hidden="true" />}>
          Delete 2 PCs
        </Button>
      </SelectionBar>
      <DataTable
        label="PCs"
        columns={columns}
        rowKey={({ id }) => id}
        rows={rows}
        onRetry={doNothing}
        sort={sort}
        empty={null}
      />
      <Pagination page={{ pageNumber: 2, pageSize: 2, total: 6 }} count={2} search={() => ({})} />
      <ExportButton total={6} pageSize={20} fetchFile={() => Promise.reject(new Error('There is no server here.'))} />
      <NoResult
        texts={noResult}
        page={{ total: 0, pageSize: 2 }}
        cleared={{ pageNumber: undefined }}
        onChange={doNothing}
      />
      <Hero tone="ok" icon={<Monitor aria-hidden="true" />} back={<button type="button">Back</button>} title="Hero">
        <span>The verdict</span>
        <strong>and what needs you</strong>
      </Hero>
      <WayList>
        <Way icon={<Monitor aria-hidden="true" />} title="A way" text="Its effect" action={<Button>Go</Button>} />
        <UnfoldingWay icon={<Monitor aria-hidden="true" />} title="Another way">
          {() => <p>What it needs</p>}
        </UnfoldingWay>
      </WayList>
      <ItemList>
        <ItemRow
          icon={Monitor}
          title="DESKTOP-1"
          facts={['12 days left', 'Ada Example']}
          actions={<Button>Renew</Button>}
        />
      </ItemList>
      <TimedPcs />
      <ItemsLoading loadingText="Loading PCs" />
    </Stack>
  </Card>
);

const TimedPcs = () => (
  <>
    <TimeRows>
      <TimeRow
        daysLeft={12}
        tone="soon"
        title={<strong>DESKTOP-3</strong>}
        second="Basics 1.0.1"
        time="12 days left"
        day="Until 10 Dec"
        menu={
          <MoreMenu label="More for DESKTOP-3">
            <Button variant="quiet">Remove</Button>
          </MoreMenu>
        }
      />
    </TimeRows>
    <PageTabs label="Parts" tabs={[{ label: 'A part', to: '/dev/ui' }]} />
  </>
);

function Filters() {
  const [filters, setFilters] = useState<readonly ListFilter[]>([]);
  const [keyword, setKeyword] = useState<string | undefined>('desktop');
  const chips = [{ id: 'keyword', text: 'Search: desktop', onRemove: doNothing }];
  return (
    <ListFilters
      search={<SearchField label="Search PCs" keyword={keyword} onChange={(change) => setKeyword(change.keyword)} />}
      chips={chips}
      onClear={doNothing}
      end={<ColumnChoice columns={columns} isShown={() => true} onChange={doNothing} />}
    >
      <Select label="State" options={[{ value: 'active', label: 'active' }]} />
      <AddFilter shown={shownFields} filters={filters} onChange={setFilters} />
    </ListFilters>
  );
}
