import { useQuery } from '@tanstack/react-query';
import { ArrowRightLeft } from 'lucide-react';
import { Suspense, useState } from 'react';
import { findRole } from '@basics/contract/calls/permissions.ts';
import { createLazyPart } from '#portal/loading/lazy-part.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { countrySalesmen as texts } from '#portal/texts/country-salesmen.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { QueryFailed } from '#portal/ui/feedback/notice.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { useSearchState } from '#portal/ui/filters/search-state.ts';
import { Stack } from '#portal/ui/layout/layout.tsx';
import { AssignmentsList } from './assignments-list.tsx';
import { PageTabs } from '#portal/ui/headings/page-tabs.tsx';
import styles from './country-salesman.module.css';
import { assignmentOptions, assignmentsList } from './country-salesmen.queries.ts';

// The hand-over dialog is loaded after the page, because it is rarely used.
const HandOver = createLazyPart(async () => (await import('./hand-over/hand-over.tsx')).HandOver);

const Coverage = createLazyPart(async () => (await import('./coverage/coverage.tsx')).Coverage);

const noOptions = { countries: [], brands: [], salesmen: [] };

/**
 * The page that assigns salesmen to countries and brands. The page has an editable list of the assignments, and the coverage: the countries and
 * brands without a salesman (gaps).
 */
export function CountrySalesmanPage() {
  const [{ view, handOver }, change] = useSearchState(assignmentsList.schema);
  // The element in the heading of the page in which the list shows its button "Add assignment".
  const [addButtonPlace, setAddButtonPlace] = useState<HTMLElement | null>(null);
  const isAdministrator = findRole(useUser().profileID) === 'Administrator';
  const optionsQuery = useQuery(assignmentOptions);
  const { data: options = noOptions, isPending } = optionsQuery;
  return (
    <>
      <PageHeading
        title={texts.title}
        actions={
          <>
            {isAdministrator && (
              <Suspense
                fallback={
                  <Button disabled icon={<ArrowRightLeft aria-hidden="true" />}>
                    {texts.handOver.open}
                  </Button>
                }
              >
                <HandOver options={options} fromSalesman={handOver} onClose={() => change({ handOver: undefined })} />
              </Suspense>
            )}
            <span ref={setAddButtonPlace} className={styles.addPlace} />
          </>
        }
      />
      <PageTabs
        label={texts.views}
        tabs={[
          { label: texts.list, to: '/country-salesman', search: { view: undefined } },
          { label: texts.coverage, to: '/country-salesman', search: { view: 'coverage' } },
        ]}
      />
      <Stack>
        <QueryFailed query={optionsQuery} title={texts.optionsFailed} />
        {view === undefined && (
          <AssignmentsList options={options} isWaiting={isPending} addButtonPlace={addButtonPlace} />
        )}
        {view === 'coverage' && (
          <Suspense>
            <Coverage options={options} />
          </Suspense>
        )}
      </Stack>
    </>
  );
}
