import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSetup } from '#portal/brand/brand.tsx';
import { formatCountry } from '#portal/messages/names.ts';
import { formatList } from '#portal/messages/formats.ts';
import { countrySalesmen as texts } from '#portal/texts/country-salesmen.ts';
import { Fact, LongFacts } from '#portal/ui/content/facts.tsx';
import { QueryContent } from '#portal/ui/feedback/notice.tsx';
import { Card } from '#portal/ui/layout/layout.tsx';
import { ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { assignmentsList, coverageQuery, type CoverageRow } from '../country-salesmen.queries.ts';

/** The countries of a salesman by brand, with a link to the list in which they are changed, and the colleagues in these countries. */
export function TerritoryCard({ userId }: { userId: number }) {
  const query = useQuery(assignmentsList.firstRows({ salesmanId: userId }));
  const { setup } = useSetup();
  const colleagues = findColleagues(useQuery(coverageQuery).data?.rows ?? [], userId);
  return (
    <Card
      title={texts.territory.title}
      actions={
        <Link to="/country-salesman" search={{ salesmanId: userId }}>
          {texts.territory.all}
        </Link>
      }
    >
      <QueryContent
        query={query}
        failedTitle={texts.failed}
        loading={<ItemsLoading loadingText={texts.territory.loading} />}
      >
        {({ items }) =>
          items.length === 0 ? (
            <p>{texts.territory.none}</p>
          ) : (
            <LongFacts>
              {setup.brands
                .map(({ id, name }) => ({ name, rows: items.filter(({ brand }) => brand === id) }))
                .filter(({ rows }) => rows.length > 0)
                .map(({ name, rows }) => (
                  <Fact key={name} name={name}>
                    {formatList(rows.map(({ country }) => formatCountry(country)).toSorted())}
                  </Fact>
                ))}
              {colleagues.length > 0 && (
                <Fact name={texts.territory.shared}>
                  {colleagues
                    .map(({ name, countries }) => texts.territory.sharedWith(formatList(countries), name))
                    .join('\n')}
                </Fact>
              )}
            </LongFacts>
          )
        }
      </QueryContent>
    </Card>
  );
}

/** Finds the other salesmen of the countries of a salesman, for any brand, with the countries that they share. */
function findColleagues(rows: readonly CoverageRow[], userId: number) {
  const colleagues = new Map<number, { id: number; name: string; countries: string[] }>();
  for (const { country, brands } of rows) {
    const salesmen = brands.flatMap((place) => place.salesmen);
    if (!salesmen.some((salesman) => salesman.userId === userId)) continue;
    for (const { userId: id, firstName, lastName } of salesmen) {
      const colleague = colleagues.get(id) ?? { id, name: `${firstName} ${lastName}`, countries: [] };
      if (id === userId || colleague.countries.includes(formatCountry(country))) continue;
      colleague.countries.push(formatCountry(country));
      colleagues.set(id, colleague);
    }
  }
  return [...colleagues.values()].toSorted((one, other) => one.name.localeCompare(other.name));
}
