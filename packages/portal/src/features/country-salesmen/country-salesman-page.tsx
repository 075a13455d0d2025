import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { requestIdOf } from '#portal/api/api-problem.ts';
import { countrySalesmen as texts } from '#portal/messages/en/country-salesmen.ts';
import { ui } from '#portal/messages/en/ui.ts';
import { Button } from '#portal/ui/button.tsx';
import { Notice } from '#portal/ui/notice.tsx';
import { PageHeading } from '#portal/ui/page-heading.tsx';
import { useSearchState } from '#portal/ui/search-state.ts';
import { addressed } from './addressed.ts';
import { AssignmentsList } from './assignments-list.tsx';
import styles from './country-salesman.module.css';
import { assignmentOptions } from './country-salesmen.queries.ts';
import { Coverage } from './coverage.tsx';
import { Recipient } from './recipient.tsx';

const none = { countries: [], brands: [], salesmen: [] };

/** Who looks after which country for which brand: as a list to change, and as a matrix that shows the gaps. */
export function CountrySalesmanPage() {
  const [{ view }] = useSearchState(addressed);
  const { data: options = none, error, refetch } = useQuery(assignmentOptions);
  return (
    <>
      <PageHeading title={texts.title} lead={texts.lead} />
      <div className={styles.stack}>
        <nav aria-label={texts.views} className={styles.views}>
          {/* The list is where no view is named; by the path alone both would be where one is. */}
          <Link to="." search={{ view: undefined }} activeOptions={{ explicitUndefined: true }}>
            {texts.list}
          </Link>
          <Link to="." search={{ view: 'coverage' }}>
            {texts.coverage}
          </Link>
        </nav>
        {error && (
          <Notice
            tone="danger"
            role="alert"
            title={texts.optionsFailed}
            actions={<Button onClick={() => void refetch()}>{ui.retry}</Button>}
          >
            {requestIdOf(error) && <p>{ui.reference(requestIdOf(error) ?? '')}</p>}
          </Notice>
        )}
        {view === undefined && <AssignmentsList options={options} />}
        {view === 'coverage' && <Recipient options={options} />}
        {view === 'coverage' && <Coverage options={options} />}
      </div>
    </>
  );
}
