import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { RequestEvidence, SimilarPerson } from '@basics/contract/requests/request-evidence.ts';
import type { Request } from '@basics/contract/requests/requests.ts';
import { formatMoment } from '#portal/messages/times.ts';
import { lists } from '#portal/texts/lists.ts';
import { requests } from '#portal/texts/requests.ts';
import { AnnouncedText, VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { RequestStatusBadge } from './request-format.tsx';
import styles from './requests-page.module.css';

const texts = requests.evidence;

/** The server counts at most this number of similar users. */
const maxCount = 50;

type EvidenceProps = { request: Request; evidence: RequestEvidence | undefined; hasFailed: boolean };

/** Shows existing users, CRM accounts and earlier decisions that are similar to the applicant; nothing if there are none. */
export function Evidence({ request, evidence, hasFailed }: EvidenceProps) {
  const id = useId();
  if (evidence && isEmpty(request, evidence)) return null;
  return (
    <section className={styles.known} aria-labelledby={id}>
      <h3 id={id}>{texts.title}</h3>
      {evidence ? (
        <KnownFacts request={request} evidence={evidence} />
      ) : hasFailed ? (
        <p>{texts.failed}</p>
      ) : (
        <EvidenceSkeleton />
      )}
    </section>
  );
}

const EvidenceSkeleton = () => (
  <>
    <AnnouncedText>{texts.loading}</AnnouncedText>
    <Skeleton height="4rem" />
  </>
);

/** If the request was decided, leaves out the newest decision, because it is about this request and the panel already shows it. */
const listEarlierDecisions = (request: Request, { decisions }: RequestEvidence) =>
  decisions.slice(request.decided === null ? 0 : 1);

const isEmpty = (request: Request, evidence: RequestEvidence): boolean =>
  [evidence.sameDomain, evidence.sameCompany, evidence.sameName].every(({ total }) => total === 0) &&
  [evidence.crm, evidence.rejections, listEarlierDecisions(request, evidence)].every(({ length }) => length === 0);

function KnownFacts({ request, evidence }: { request: Request; evidence: RequestEvidence }) {
  const { sameDomain, sameCompany, sameName, crm, rejections } = evidence;
  const decisions = listEarlierDecisions(request, evidence);
  return (
    <>
      <SimilarUsers formatTitle={texts.sameName} similarUsers={sameName} />
      <SimilarUsers formatTitle={texts.sameDomain} similarUsers={sameDomain} />
      <SimilarUsers formatTitle={texts.sameCompany} similarUsers={sameCompany} />
      {rejections.length > 0 && (
        <FactList title={texts.rejections}>
          {rejections.map(({ userId, name, at, by, reason }) => (
            <li key={`${userId} ${at}`}>
              <Link to={`/users/${userId}`}>{name}</Link> <span>{texts.rejection(by, formatMoment(at))}</span>
              {reason !== null && <span className={styles.second}>{` ${reason}`}</span>}
            </li>
          ))}
        </FactList>
      )}
      {crm.length > 0 && (
        <FactList title={texts.crm}>
          {crm.map(({ account, name, city }) => (
            <li key={account}>{texts.account(account, name, city)}</li>
          ))}
        </FactList>
      )}
      {decisions.length > 0 && (
        <FactList title={texts.decisions}>
          {decisions.map(({ at, by, decision, reason }) => (
            <li key={at}>
              <span>{texts.decision(requests.statuses[decision], by, formatMoment(at))}</span>
              {reason !== null && <span className={styles.second}>{` ${reason}`}</span>}
            </li>
          ))}
        </FactList>
      )}
    </>
  );
}

type SimilarUsersProps = { formatTitle: (total: string) => string; similarUsers: RequestEvidence['sameDomain'] };

function SimilarUsers({ formatTitle, similarUsers: { total, items } }: SimilarUsersProps) {
  if (total === 0) return null;
  const countText = total < maxCount ? texts.users(total) : lists.moreThan(texts.users(maxCount - 1));
  return (
    <FactList title={formatTitle(countText)}>
      {items.map((person) => (
        <li key={person.userId}>
          <PersonLink person={person} />
        </li>
      ))}
    </FactList>
  );
}

const PersonLink = ({ person: { userId, name, login, status } }: { person: SimilarPerson }) => (
  <>
    <Link to={`/users/${userId}`}>{name || login}</Link> <VisuallyHidden>{requests.panel.status}</VisuallyHidden>{' '}
    <RequestStatusBadge status={status} />
  </>
);

const FactList = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <div>
    <p className={styles.fact}>{title}</p>
    <ul>{children}</ul>
  </div>
);
