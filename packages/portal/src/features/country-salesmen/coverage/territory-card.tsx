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
import { assignmentsList } from '../country-salesmen.queries.ts';

/** The countries of a salesman by brand, with a link to the list in which they are changed. */
export function TerritoryCard({ userId }: { userId: number }) {
  const query = useQuery(assignmentsList.firstRows({ salesmanId: userId }));
  const { setup } = useSetup();
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
            </LongFacts>
          )
        }
      </QueryContent>
    </Card>
  );
}
