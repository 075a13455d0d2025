import type { Request } from '@basics/contract/requests/requests.ts';
import type { userFields } from '@basics/contract/users/user-fields.ts';
import { requests as texts } from '#portal/texts/requests.ts';
import { formatAgo, formatMoment } from '#portal/messages/times.ts';
import { Fact, Facts, LongFacts } from '#portal/ui/content/facts.tsx';
import { useState } from 'react';
import { findCountryName, findOptionName, RequestStatusBadge, formatTools } from './request-format.tsx';
import type { RequestOptions } from './requests.queries.ts';

const { panel } = texts;

/** The label and the value of a field. */
type FactRow = readonly [label: string, value: string];

/** Shows all values that the applicant entered, and the salesman who serves the applicant. */
export function RequestFacts({ request, options }: { request: Request; options: RequestOptions | undefined }) {
  const [now] = useState(Date.now);
  const { requestDate, salesman } = request;
  const fieldRows: Record<keyof typeof userFields, FactRow | null> = {
    // The title of the panel shows the names. Staff set the profile and the CRM account, and the applicant did not enter the language.
    firstName: null,
    lastName: null,
    profileID: null,
    crmAccount: null,
    language: null,
    company: [panel.company, request.company || texts.none],
    phone: [panel.phone, request.phone || texts.none],
    country: [panel.country, findCountryName(options, request.country)],
    brand: [panel.brand, findOptionName(options?.brands, request.brand)],
    tools: [panel.tools, formatTools(request.tools, options ?? {})],
    canReceiveMail: [panel.mail, request.canReceiveMail ? panel.yes : panel.no],
  };
  const factRows: readonly FactRow[] = [
    [panel.login, request.login],
    ...Object.values(fieldRows).filter((row) => row !== null),
    [
      panel.requested,
      requestDate === null
        ? texts.none
        : `${formatMoment(requestDate)}, ${formatAgo((now - Date.parse(requestDate)) / 1000)}`,
    ],
    [panel.salesman, salesman ? `${salesman.firstName} ${salesman.lastName}` : panel.nobody],
  ];
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
