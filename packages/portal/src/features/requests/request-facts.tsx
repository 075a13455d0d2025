import type { Request } from '@basics/contract/requests.ts';
import { requests as texts } from '#portal/texts/requests.ts';
import { formatAgo, formatMoment } from '#portal/messages/times.ts';
import { Fact, Facts, LongFacts } from '#portal/ui/content/facts.tsx';
import { useState } from 'react';
import { findOptionName, RequestStatusBadge, formatTools } from './request-format.tsx';
import type { RequestOptions } from './requests.queries.ts';

const { panel } = texts;

/** Shows all values that the applicant entered, and the salesman who serves the applicant. */
export function RequestFacts({ request, options }: { request: Request; options: RequestOptions | undefined }) {
  const [now] = useState(Date.now);
  const { requestDate, salesman } = request;
  const factRows = [
    [panel.login, request.login],
    [panel.company, request.company || texts.none],
    [panel.phone, request.phone || texts.none],
    [panel.country, findOptionName(options?.countries, request.country)],
    [panel.brand, findOptionName(options?.brands, request.brand)],
    [panel.tools, formatTools(request.tools, options ?? {})],
    [panel.mail, request.canReceiveMail ? panel.yes : panel.no],
    [
      panel.requested,
      requestDate === null
        ? texts.none
        : `${formatMoment(requestDate)}, ${formatAgo((now - Date.parse(requestDate)) / 1000)}`,
    ],
    [panel.salesman, salesman ? `${salesman.firstName} ${salesman.lastName}` : panel.nobody],
  ] as const;
  return (
    <>
      <LongFacts>
        <Fact name={panel.reason}>{request.reason || texts.none}</Fact>
        {request.comment !== '' && <Fact name={panel.comment}>{request.comment}</Fact>}
      </LongFacts>
      <Facts>
        <Fact name={panel.status}>
          <RequestStatusBadge status={request.status} />
        </Fact>
        {factRows.map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </Facts>
    </>
  );
}
