import { useState } from 'react';
import { countrySalesmen as texts } from '#portal/texts/country-salesmen.ts';
import { VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import { useHasFilterSheet } from '#portal/ui/hooks/use-width.ts';
import { formatPerson, type NameFormatter } from '../name-formatter.ts';
import type { CoverageRow, Options } from '../country-salesmen.queries.ts';
import { countPeople, isGap, type Cell } from './coverage-gaps.ts';
import styles from './coverage-map.module.css';
import { CoveragePlace } from './coverage-place.tsx';

/** The map: each country roughly where it lies. Other countries follow below. */
const mapRows = [
  ['CA', '', '', '', 'NO', 'SE', 'FI'],
  ['US', 'BR', '', '', 'DK'],
  ['IE', 'GB', '', 'NL', 'DE', 'PL'],
  ['', '', '', 'BE', 'CZ', '', 'JP'],
  ['', '', 'FR', 'CH', 'AT', '', 'IN'],
  ['PT', 'ES', '', 'IT', '', '', 'AU'],
];
const mapWidth = 7;

type CoverageMapProps = {
  rows: readonly CoverageRow[];
  options: Options;
  names: NameFormatter;
  /** Whether the user may change the salesman of a country and brand. */
  mayAssign: (cell: Cell) => boolean;
};

/** The countries as a map of tiles: for each brand the number of customers; the chosen country is beside it. */
export function CoverageMap({ rows, options, names, mayAssign }: CoverageMapProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const isNarrow = useHasFilterSheet();
  const firstRow = isNarrow ? undefined : rows.toSorted((one, other) => countWaiting(other) - countWaiting(one))[0];
  const row = rows.find(({ country }) => country === chosen) ?? firstRow;
  const markOf = createMarks(rows[0]?.brands.map(({ brand }) => brand) ?? [], names.brand);
  const brandMarks = rows[0]?.brands.map(({ brand }) => texts.map.brand(markOf(brand), names.brand(brand))) ?? [];
  const tiles = isNarrow ? rows.map((tile) => ({ tile, place: undefined })) : placeTiles(rows);
  return (
    <>
      <p className={styles.continent}>{texts.map.legend(brandMarks.join(', '))}</p>
      <div className={styles.map}>
        <ul className={styles.tiles} aria-label={texts.map.title}>
          {tiles.map(({ tile, place }) => (
            <li key={tile.country} style={place}>
              <button
                type="button"
                className={styles.tile}
                aria-pressed={tile === row}
                onClick={() => setChosen(tile.country === chosen ? null : tile.country)}
              >
                <span className={styles.country}>{names.country(tile.country)}</span>
                {tile.brands.map((cell) => (
                  <TileLine key={cell.brand} cell={cell} mark={markOf(cell.brand)} brand={names.brand(cell.brand)} />
                ))}
              </button>
            </li>
          ))}
        </ul>
        {row && (
          <CoveragePlace
            key={row.country}
            row={row}
            rows={rows}
            options={options}
            names={names}
            mayAssign={mayAssign}
          />
        )}
      </div>
    </>
  );
}

/** The customers and requests of a country that have no salesman. */
const countWaiting = ({ brands }: CoverageRow): number =>
  brands.filter(isGap).reduce((sum, cell) => sum + countPeople(cell), 0);

/** The first letter of the last word of each brand, "B" for Basics Blue; the whole name if two brands have the same letter. */
function createMarks(brands: readonly string[], readName: (brand: string) => string) {
  const readLetter = (brand: string): string => readName(brand).split(' ').at(-1)?.slice(0, 1) ?? '';
  const isUnique = new Set(brands.map(readLetter)).size === brands.length;
  return isUnique ? readLetter : readName;
}

type TileLineProps = { cell: Cell; mark: string; brand: string };

/** One brand of a country: its mark and the number of customers, amber if nobody is responsible. */
function TileLine({ cell, mark, brand }: TileLineProps) {
  const count = countPeople(cell);
  const people = cell.salesmen.map(formatPerson);
  return (
    <span className={styles.line} data-step={findStep(count)} data-gap={isGap(cell) || undefined}>
      <span aria-hidden="true">{mark}</span>
      <VisuallyHidden>{`, ${brand}: ${people.join(', ') || texts.map.gap}, `}</VisuallyHidden>
      <span>{count}</span>
    </span>
  );
}

/** The step of grey for a number of customers, from 0 to 4. */
const findStep = (count: number): number => [1, 4, 7, 10].filter((limit) => count >= limit).length;

/** Returns the countries in the order in which the map shows them, because Tab follows this order, with their places. */
function placeTiles(rows: readonly CoverageRow[]) {
  const others = rows.filter(({ country }) => !mapRows.flat().includes(country));
  const otherRows = Array.from({ length: Math.ceil(others.length / mapWidth) }, (_, index) =>
    others.slice(index * mapWidth, (index + 1) * mapWidth).map(({ country }) => country),
  );
  return [...mapRows, ...otherRows].flatMap((countries, row) =>
    countries.flatMap((country, column) => {
      const tile = rows.find((each) => each.country === country);
      return tile ? [{ tile, place: { gridColumn: column + 1, gridRow: row + 1 } }] : [];
    }),
  );
}
