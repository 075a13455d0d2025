import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { RequestEvidence, SimilarPerson } from '@basics/contract/request-evidence.ts';
import type { Request } from '@basics/contract/requests.ts';
import { formatMoment } from '#portal/messages/times.ts';
import { lists } from '#portal/texts/lists.ts';
import { requests } from '#portal/texts/requests.ts';
import { Announced } from '#portal/ui/layout/visually-hidden.tsx';
import { Skeleton } from '#portal/ui/feedback/skeleton.tsx';
import { RequestStatusBadge } from './request-words.tsx';
import styles from './requests-page.module.css';

const texts = requests.evidence;

/** The server counts up to 50 similar users. */
const mostCounted = 50;

type EvidenceProps = { request: Request; evidence: RequestEvidence | undefined; hasFailed: boolean };

/** What the portal knows about people like the applicant. */
export function Evidence({ request, evidence, hasFailed }: EvidenceProps) {
  const id = useId();
  return (
    <section className={styles.known} aria-labelledby={id}>
      <h3 id={id}>{texts.title}</h3>
      {evidence ? <Known request={request} evidence={evidence} /> : hasFailed ? <p>{texts.failed}</p> : <Waiting />}
    </section>
  );
}

const Waiting = () => (
  <>
    <Announced>{texts.loading}</Announced>
    <Skeleton height="4rem" />
  </>
);

function Known({ request, evidence }: { request: Request; evidence: RequestEvidence }) {
  const { sameDomain, sameCompany, sameName, crm } = evidence;
  // The panel shows the decision about this request itself.
  const decisions = evidence.decisions.slice(request.decided === null ? 0 : 1);
  if ([sameDomain, sameCompany, sameName].every(({ total }) => total === 0) && crm.length + decisions.length === 0)
    return <p className={styles.second}>{texts.none}</p>;
  return (
    <>
      <People words={texts.sameName} people={sameName} />
      <People words={texts.sameDomain} people={sameDomain} />
      <People words={texts.sameCompany} people={sameCompany} />
      {crm.length > 0 && (
        <Lines title={texts.crm}>
          {crm.map(({ account, name, city }) => (
            <li key={account}>{texts.account(account, name, city)}</li>
          ))}
        </Lines>
      )}
      {decisions.length > 0 && (
        <Lines title={texts.decisions}>
          {decisions.map(({ at, by, decision, reason }) => (
            <li key={at}>
              {texts.decision(requests.statuses[decision], by, formatMoment(at))}
              {reason !== null && <span className={styles.second}> {reason}</span>}
            </li>
          ))}
        </Lines>
      )}
    </>
  );
}

type PeopleProps = { words: (total: string) => string; people: RequestEvidence['sameDomain'] };

function People({ words, people: { total, items } }: PeopleProps) {
  if (total === 0) return null;
  const count = total < mostCounted ? texts.users(total) : lists.moreThan(texts.users(mostCounted - 1));
  return (
    <Lines title={words(count)}>
      {items.map((person) => (
        <li key={person.userId}>
          <PersonLink person={person} />
        </li>
      ))}
    </Lines>
  );
}

const PersonLink = ({ person: { userId, name, login, status } }: { person: SimilarPerson }) => (
  <>
    <Link to={`/users/${userId}`}>{name || login}</Link> <RequestStatusBadge status={status} />
  </>
);

const Lines = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <div>
    <p className={styles.fact}>{title}</p>
    <ul>{children}</ul>
  </div>
);
