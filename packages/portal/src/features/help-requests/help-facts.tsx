import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { HelpCase } from '@basics/contract/help-requests.ts';
import { useSetup } from '#portal/brand/brand.tsx';
import { helpRequests as texts } from '#portal/texts/help-requests.ts';
import { formatAgo, formatDay, formatDuration, formatMoment } from '#portal/messages/times.ts';
import { CopyButton } from '#portal/ui/content/copy-button.tsx';
import { Fact, Facts, LongFacts } from '#portal/ui/content/facts.tsx';
import { toolNames } from './help-requests.queries.ts';
import { formatPc } from './help-words.tsx';
import styles from './help-requests.module.css';

const { panel } = texts;

/** Shows the refusal, the contents of the code, and the tools and PCs of its owner. */
export function HelpFacts({ asked }: { asked: HelpCase }) {
  return (
    <>
      <LongFacts>
        <Fact name={panel.refused}>{asked.problem.message}</Fact>
        {asked.comment !== '' && <Fact name={panel.comment}>{asked.comment}</Fact>}
      </LongFacts>
      <CodeFacts asked={asked} />
      <LongFacts>
        <Fact name={panel.tools}>
          <Tools tools={asked.tools} />
        </Fact>
        {asked.code && (
          <Fact name={panel.machines}>
            <Machines machines={asked.machines} />
          </Fact>
        )}
      </LongFacts>
    </>
  );
}

/** The code as it was sent, ready to copy. */
export function SentCode({ code }: { code: string }) {
  const shown = useRef<HTMLElement>(null);
  return (
    <LongFacts>
      <Fact name={panel.code}>
        <code ref={shown} className={styles.code}>
          {code}
        </code>
        <CopyButton text={code} selects={shown} label={panel.copyCode} failure={panel.copyFailed} variant="quiet" />
      </Fact>
    </LongFacts>
  );
}

function CodeFacts({ asked }: { asked: HelpCase }) {
  const [now] = useState(Date.now);
  const { code, user } = asked;
  const offer = asked.now?.offer;
  return (
    <Facts>
      <Fact name={panel.login}>{user.login}</Fact>
      <Fact name={panel.company}>{user.company || texts.none}</Fact>
      <Fact name={panel.machine}>{formatPc(asked)}</Fact>
      {code && (
        <>
          <Fact name={panel.tool}>
            {asked.toolName ?? panel.toolNumber(code.toolNumber)} {code.version}
          </Fact>
          <Fact name={panel.reason}>{panel.reasons[code.reason]}</Fact>
          <Fact name={panel.made}>{formatMoment(code.createdAt)}</Fact>
          <Fact name={panel.clock}>{describeClock(code.clockSkewSeconds)}</Fact>
        </>
      )}
      <Fact name={panel.asked}>
        {formatMoment(asked.askedAt)}, {formatAgo((now - Date.parse(asked.askedAt)) / 1000)}
      </Fact>
      {offer && (
        <>
          <Fact name={panel.seats}>{panel.seatsUsed(offer.seatsUsed, offer.seatsAllowed)}</Fact>
          <Fact name={panel.moves}>{panel.seatsUsed(offer.movesUsed, offer.movesAllowed)}</Fact>
        </>
      )}
    </Facts>
  );
}

/** A slow clock looks like a code that was created a while ago: only a clock that is ahead can be detected. */
const describeClock = (skewSeconds: number): string =>
  skewSeconds < 60 ? panel.clockGood : panel.clockAhead(formatDuration(skewSeconds));

function Tools({ tools }: { tools: HelpCase['tools'] }) {
  const { setup } = useSetup();
  const { data } = useQuery(toolNames);
  if (tools.length === 0) return panel.noTools;
  return (
    <ul>
      {tools.map(({ tool, brand, validFrom, validTo }) => (
        <li key={`${tool} ${brand}`}>
          {[
            `${findName(data, tool)} (${findName(setup.brands, brand)})`,
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

const findName = (named: readonly { id: string; name: string }[] | undefined, id: string): string =>
  named?.find((each) => each.id === id)?.name ?? id;

function Machines({ machines }: { machines: HelpCase['machines'] }) {
  if (machines.length === 0) return panel.noMachines;
  return (
    <ul>
      {machines.map(({ name, expiryDate, holdsSeat }, at) => (
        <li key={`${name} ${at}`}>
          {name || texts.unnamed}:{' '}
          {holdsSeat && expiryDate !== null ? panel.holdsSeat(formatDay(expiryDate)) : panel.holdsNone}
        </li>
      ))}
    </ul>
  );
}
