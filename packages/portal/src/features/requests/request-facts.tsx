import type { Request } from '@basics/contract/requests.ts';
import { requests as texts } from '#portal/messages/en/requests.ts';
import { agoWords, momentWords } from '#portal/messages/times.ts';
import { useState } from 'react';
import { nameIn, RequestStatusBadge, toolsWords } from './request-words.tsx';
import type { RequestOptions } from './requests.queries.ts';
import styles from './requests-page.module.css';

const { panel } = texts;

/** All that the applicant wrote, and who looks after him. */
export function RequestFacts({ request, options }: { request: Request; options: RequestOptions | undefined }) {
  const [now] = useState(Date.now);
  const { requestDate, salesman } = request;
  const facts = [
    [panel.login, request.login],
    [panel.company, request.company || texts.none],
    [panel.phone, request.phone || texts.none],
    [panel.country, nameIn(options?.countries, request.country)],
    [panel.brand, nameIn(options?.brands, request.brand)],
    [panel.tools, toolsWords(request.tools, options ?? {})],
    [panel.mail, request.canReceiveMail ? panel.yes : panel.no],
    [
      panel.requested,
      requestDate === null
        ? texts.none
        : `${momentWords(requestDate)}, ${agoWords((now - Date.parse(requestDate)) / 1000)}`,
    ],
    [panel.salesman, salesman ? `${salesman.firstName} ${salesman.lastName}` : panel.nobody],
  ] as const;
  return (
    <>
      <div>
        <RequestStatusBadge status={request.status} />
      </div>
      <dl className={styles.said}>
        <div>
          <dt>{panel.reason}</dt>
          <dd>{request.reason || texts.none}</dd>
        </div>
        {request.comment !== '' && (
          <div>
            <dt>{panel.comment}</dt>
            <dd>{request.comment}</dd>
          </div>
        )}
      </dl>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
