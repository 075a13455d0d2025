import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { readRequestId } from '#portal/api/api-problem.ts';
import { useSetup } from '#portal/brand/brand.tsx';
import { mail as texts } from '#portal/texts/mail.ts';
import { formatMoment } from '#portal/messages/times.ts';
import { ui } from '#portal/texts/ui.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Fact, Facts } from '#portal/ui/content/facts.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { SidePanel } from '#portal/ui/overlays/side-panel.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { Stack, AnnouncedText } from '#portal/ui/layout/layout.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { formatKind, LetterState } from './letters-columns.tsx';
import { createLetterQuery, sendAgain, type WholeLetter } from './mail.queries.ts';
import { Disclosure } from '#portal/ui/layout/disclosure.tsx';
import styles from './mail.module.css';

type LetterPanelProps = {
  mailId: number;
  /** Whether a mail server is configured, so that the portal delivers e-mails. */
  delivers: boolean;
  onClose: () => void;
};

const noFieldNames: readonly string[] = [];

/** Shows one e-mail in a panel, with its text, its delivery state, and a button that sends it again. */
export function LetterPanel({ mailId, delivers, onClose }: LetterPanelProps) {
  const { data, error, refetch } = useQuery(createLetterQuery(mailId));
  const client = useQueryClient();
  const toasts = useToasts();
  const { problem, attempt } = useAttempt(noFieldNames, () => {});
  const [isBusy, setBusy] = useState(false);

  async function sendLetterAgain(): Promise<void> {
    setBusy(true);
    await attempt(async () => {
      await sendAgain(client, mailId);
      toasts.done(delivers ? texts.queued : texts.queuedHeld);
    });
    setBusy(false);
  }

  return (
    <SidePanel
      title={data ? texts.letterTitle(data.subject) : texts.letter}
      onClose={onClose}
      footer={
        data && wasTried(data) ? (
          <Button
            variant="primary"
            busy={isBusy || data.state === 'sending'}
            icon={<Send aria-hidden="true" />}
            onClick={() => void sendLetterAgain()}
          >
            {texts.sendAgain}
          </Button>
        ) : undefined
      }
    >
      {problem && <ProblemNotice problem={problem} title={texts.sendFailed} />}
      {data ? (
        <LetterContent letter={data} delivers={delivers} />
      ) : error ? (
        <LetterFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <LetterSkeleton />
      )}
    </SidePanel>
  );
}

/** Whether an e-mail was handed to the mail server before. One that only waits cannot be sent again. */
const wasTried = ({ state, attempts }: WholeLetter): boolean => state !== 'queued' || attempts > 0;

function LetterContent({ letter, delivers }: { letter: WholeLetter; delivers: boolean }) {
  const { setup } = useSetup();
  const { to, kind, brand, attempts, createdAt, sentAt, nextAttemptAt, error, text, html } = letter;
  const facts: [string, string][] = [
    [texts.to, to],
    [texts.kind, formatKind(kind)],
    [texts.brand, setup.brands.find(({ id }) => id === brand)?.name ?? brand],
    [texts.created, formatMoment(createdAt)],
    ...(attempts === 0 ? [] : [[texts.attempts, String(attempts)] satisfies [string, string]]),
    sentAt === null ? [texts.next, describeNextAttempt(nextAttemptAt, delivers)] : [texts.sent, formatMoment(sentAt)],
  ];
  return (
    <>
      {error !== null && (
        <Notice tone="warn" title={texts.lastError}>
          <p>{error}</p>
        </Notice>
      )}
      <Facts>
        <Fact name={texts.state}>
          <LetterState letter={letter} />
        </Fact>
        {facts.map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </Facts>
      <section className={styles.words}>
        <h3>{texts.text}</h3>
        <p className={styles.text}>{text}</p>
        {!delivers && <p className={styles.muted}>{texts.recorded}</p>}
      </section>
      {/* The HTML is shown as source and not rendered, because it can contain text that other users entered. */}
      <Disclosure label={texts.showHtml}>{() => <p className={styles.source}>{html}</p>}</Disclosure>
    </>
  );
}

function describeNextAttempt(nextAttemptAt: string | null, delivers: boolean): string {
  if (nextAttemptAt === null) return texts.never;
  return delivers ? formatMoment(nextAttemptAt) : texts.whenDelivered;
}

const LetterFailed = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <Notice tone="danger" role="alert" title={texts.letterFailed} actions={<Button onClick={onRetry}>{ui.retry}</Button>}>
    <p>{error.message}</p>
    {readRequestId(error) && <p>{ui.reference(readRequestId(error) ?? '')}</p>}
  </Notice>
);

const LetterSkeleton = () => (
  <Stack>
    <AnnouncedText>{ui.loading}</AnnouncedText>
    <Skeleton width="40%" />
    <Skeleton height="8rem" />
    <Skeleton height="14rem" />
  </Stack>
);
