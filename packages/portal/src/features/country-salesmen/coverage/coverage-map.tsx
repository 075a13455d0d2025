import { useState } from 'react';
import { countrySalesmen as texts } from '#portal/texts/country-salesmen.ts';
import { VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import { useHasFilterSheet } from '#portal/ui/hooks/use-width.ts';
import { formatPerson, type NameFormatter } from '../name-formatter.ts';
import type { Options } from '../country-salesmen.queries.ts';
import { isGap, type CoverageRow } from './coverage-columns.tsx';
import styles from './coverage-map.module.css';
import { CoveragePlace } from './coverage-place.tsx';

/** The place of a country on the map: column and row, roughly where the country lies. Other countries follow below. */
const places: Readonly<Record<string, readonly [column: number, row: number]>> = {
  CA: [1, 1],
  NO: [5, 1],
  SE: [6, 1],
  FI: [7, 1],
  US: [1, 2],
  BR: [2, 2],
  DK: [5, 2],
  IE: [1, 3],
  GB: [2, 3],
  NL: [4, 3],
  DE: [5, 3],
  PL: [6, 3],
  BE: [4, 4],
  CZ: [5, 4],
  JP: [7, 4],
  FR: [3, 5],
  CH: [4, 5],
  AT: [5, 5],
  IN: [7, 5],
  PT: [1, 6],
  ES: [2, 6],
  IT: [4, 6],
  AU: [7, 6],
};

type CoverageMapProps = {
  rows: readonly CoverageRow[];
  options: Options;
  names: NameFormatter;
  mayAssign: (country: string) => boolean;
};

/** The countries as a map of tiles: for each brand the number of customers; the chosen country is beside it. */
export function CoverageMap({ rows, options, names, mayAssign }: CoverageMapProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const isNarrow = useHasFilterSheet();
  const firstRow = isNarrow ? undefined : (rows.find(({ brands }) => brands.some(isGap)) ?? rows[0]);
  const row = rows.find(({ country }) => country === chosen) ?? firstRow;
  return (
    <>
      <p className={styles.continent}>{texts.map.legend}</p>
      <div className={styles.map}>
        <ul className={styles.tiles} aria-label={texts.map.title}>
          {rows.map((tile) => (
            <li key={tile.country} style={isNarrow ? undefined : placeTile(tile.country)}>
              <button
                type="button"
                className={styles.tile}
                aria-pressed={tile === row}
                onClick={() => setChosen(tile.country === chosen ? null : tile.country)}
              >
                <span className={styles.country}>{names.country(tile.country)}</span>
                {tile.brands.map((cell) => (
                  <TileLine key={cell.brand} cell={cell} brand={names.brand(cell.brand)} />
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
            mayAssign={mayAssign(row.country)}
          />
        )}
      </div>
    </>
  );
}

type TileLineProps = { cell: CoverageRow['brands'][number]; brand: string };

/** One brand of a country: its name and the number of customers, amber if nobody is responsible. */
function TileLine({ cell, brand }: TileLineProps) {
  const count = cell.users + cell.requests;
  const people = cell.salesmen.map(formatPerson);
  return (
    <span className={styles.line} data-step={findStep(count)} data-gap={isGap(cell) || undefined}>
      <VisuallyHidden>, </VisuallyHidden>
      <span>{brand}</span>
      <VisuallyHidden>{`: ${people.join(', ') || texts.matrix.gap}, `}</VisuallyHidden>
      <span>{count}</span>
    </span>
  );
}

/** The step of grey for a number of customers, from 0 to 4. */
const findStep = (count: number): number => [1, 4, 7, 10].filter((limit) => count >= limit).length;

function placeTile(country: string) {
  const place = places[country];
  return place && { gridColumn: place[0], gridRow: place[1] };
}
