import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { HelpCase } from '@basics/contract/help-requests/help-requests.ts';
import { useSetup } from '#portal/brand/brand.tsx';
import { helpRequests as texts } from '#portal/texts/help-requests.ts';
import { formatAgo, formatDay, formatDuration, formatMoment } from '#portal/messages/times.ts';
import { formatList } from '#portal/messages/formats.ts';
import { formatTool } from '#portal/messages/names.ts';
import { CopyButton } from '#portal/ui/markdown/copy-button.tsx';
import { Fact, Facts, LongFacts } from '#portal/ui/content/facts.tsx';
import { toolNames } from './help-requests.queries.ts';
import { Disclosure } from '#portal/ui/layout/disclosure.tsx';
import type { Elements } from '#portal/ui/layout/layout.tsx';
import { formatPc, formatRefusal, HelpStateBadge } from './help-format.tsx';
import styles from './help-requests.module.css';

const { panel } = texts;

type HelpFactsProps = {
  helpCase: HelpCase;
  /** The form for the answer, which stands before the details, so that it is visible at once. */
  children: Elements;
};

/** Shows who asks for which PC, what the customer wrote, what was refused, the form for the answer, and the details on demand. */
export function HelpFacts({ helpCase, children }: HelpFactsProps) {
  return (
    <>
      <FactsLine helpCase={helpCase} />
      <LongFacts>
        {helpCase.comment !== '' && <Fact name={panel.comment}>{helpCase.comment}</Fact>}
        <Fact name={texts.columns.problem}>{describeReason(helpCase)}</Fact>
      </LongFacts>
      {children}
      <Disclosure label={panel.details}>{() => <Details helpCase={helpCase} />}</Disclosure>
    </>
  );
}

/** The company, the PC, the tool and the login of the customer, and when the help request was sent, in one line. */
function FactsLine({ helpCase }: { helpCase: HelpCase }) {
  const [now] = useState(Date.now);
  const { code, user, toolName, askedAt, state } = helpCase;
  const tool = code && `${toolName ?? panel.toolNumber(code.toolNumber)} ${code.version}`;
  return (
    <p className={styles.line}>
      <span translate="no">{[user.company, formatPc(helpCase), tool, user.login].filter(Boolean).join(' · ')}</span>{' '}
      <span>{panel.sent(formatMoment(askedAt), formatAgo((now - Date.parse(askedAt)) / 1000))}</span>{' '}
      {state !== 'open' && <HelpStateBadge state={state} />}
    </p>
  );
}

/** The refusal as the customer read it, the contents of the code, and the tools and PCs of the customer. */
const Details = ({ helpCase }: { helpCase: HelpCase }) => (
  <>
    <CodeFacts helpCase={helpCase} />
    <LongFacts>
      {formatRefusal(helpCase) !== helpCase.problem.message && (
        <Fact name={panel.refused}>{helpCase.problem.message}</Fact>
      )}
      <Fact name={panel.tools}>
        <GrantList tools={helpCase.tools} />
      </Fact>
      {helpCase.code && (
        <Fact name={panel.machines}>
          <MachineList machines={helpCase.machines} />
        </Fact>
      )}
      {helpCase.asksFor === null && <SentCode code={helpCase.verificationCode} />}
    </LongFacts>
  </>
);

/** Returns why the code was refused, in words for staff, with the PCs that use the seats of the customer. */
function describeReason(helpCase: HelpCase): string {
  const users = helpCase.machines.filter(({ holdsSeat }) => holdsSeat).map(({ name }) => name || texts.unnamed);
  const reason = formatRefusal(helpCase);
  return helpCase.problem.code === 'SEAT_LIMIT' && users.length > 0 ? panel.takenBy(reason, formatList(users)) : reason;
}

/** Shows the code that the customer sent, with a button to copy it. */
function SentCode({ code }: { code: string }) {
  const codeElement = useRef<HTMLElement>(null);
  return (
    <Fact name={panel.code}>
      <code translate="no" ref={codeElement} className={styles.code}>
        {code}
      </code>
      <CopyButton text={code} selects={codeElement} label={panel.copyCode} failure={panel.copyFailed} variant="quiet" />
    </Fact>
  );
}

function CodeFacts({ helpCase }: { helpCase: HelpCase }) {
  const { code } = helpCase;
  const offer = helpCase.now?.offer;
  if (!code && !offer) return null;
  return (
    <Facts>
      {code && (
        <>
          <Fact name={panel.reason}>{panel.reasons[code.reason]}</Fact>
          <Fact name={panel.made}>{formatMoment(code.createdAt)}</Fact>
          <Fact name={panel.clock}>{describeClock(code.clockSkewSeconds)}</Fact>
        </>
      )}
      {offer && (
        <>
          <Fact name={panel.seats}>{panel.seatsUsed(offer.seatsUsed, offer.seatsAllowed)}</Fact>
          <Fact name={panel.moves}>{panel.seatsUsed(offer.movesUsed, offer.movesAllowed)}</Fact>
        </>
      )}
    </Facts>
  );
}

/** Describes whether the clock of the PC is ahead. A clock that is behind cannot be distinguished from an old code. */
const describeClock = (skewSeconds: number): string =>
  skewSeconds < 60 ? panel.clockGood : panel.clockAhead(formatDuration(skewSeconds));

function GrantList({ tools }: { tools: HelpCase['tools'] }) {
  const { setup } = useSetup();
  const { data } = useQuery(toolNames);
  if (tools.length === 0) return <span>{panel.noTools}</span>;
  return (
    <ul>
      {tools.map(({ tool, brand, validFrom, validTo }) => (
        <li key={`${tool} ${brand}`}>
          {[
            formatTool(findName(data, tool), findName(setup.brands, brand)),
            validFrom && panel.from(formatDay(validFrom)),
            validTo && panel.until(formatDay(validTo)),
          ]
            .filter(Boolean)
            .join(', ')}
        </li>
      ))}
    </ul>
  );
}

const findName = (options: readonly { id: string; name: string }[] | undefined, id: string): string =>
  options?.find((option) => option.id === id)?.name ?? id;

function MachineList({ machines }: { machines: HelpCase['machines'] }) {
  if (machines.length === 0) return <span>{panel.noMachines}</span>;
  return (
    <ul>
      {machines.map(({ name, expiryDate, holdsSeat }, index) => (
        <li
          key={`${name} ${index}`}
        >{`${name || texts.unnamed}: ${holdsSeat && expiryDate !== null ? panel.holdsSeat(formatDay(expiryDate)) : panel.holdsNone}`}</li>
      ))}
    </ul>
  );
}
