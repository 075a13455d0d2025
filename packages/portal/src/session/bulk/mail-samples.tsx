import { useMutation, useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Send } from 'lucide-react';
import { useState } from 'react';
import { formatNumber } from '#portal/messages/formats.ts';
import { bulk as texts } from '#portal/texts/bulk.ts';
import { Button, IconButton } from '#portal/ui/buttons/button.tsx';
import { QueryFailed } from '#portal/ui/feedback/notice.tsx';
import type { ReadSample, SampleMail } from './bulk.queries.ts';
import styles from './act-dialog.module.css';

type MailSamplesProps = {
  /** The records that the act changes. */
  ids: readonly number[];
  /** Identifies the act and its fields: another act sends other e-mails. */
  choice: string;
  readSample: ReadSample;
};

/**
 * The e-mails that an act would send, as each recipient reads them, one record after the other, and a button that sends them to the user.
 * Nothing is shown if the act sends no e-mail.
 */
export function MailSamples({ ids, choice, readSample }: MailSamplesProps) {
  const [index, setIndex] = useState(0);
  const id = ids[index] ?? 0;
  const query = useQuery({
    queryKey: ['bulkSample', choice, id],
    queryFn: () => readSample(id, 'show'),
    staleTime: Infinity,
    gcTime: 0,
    placeholderData: (previousMails: SampleMail[] | undefined) => previousMails,
  });
  const sending = useMutation({ mutationFn: () => readSample(id, 'sendToMe') });
  const mails = query.data ?? [];
  const hasSeveral = ids.length > 1;
  if (query.error || sending.error)
    return (
      <QueryFailed
        query={sending.error ? { error: sending.error, refetch: () => sending.mutate() } : query}
        title={texts.mails.failed}
      />
    );
  if (mails.length === 0) return null;
  return (
    <section className={styles.samples} aria-label={texts.mails.title}>
      <div className={styles.sampleHead}>
        <h3>{texts.mails.title}</h3>
        {hasSeveral && (
          <>
            <IconButton
              label={texts.mails.previous}
              icon={<ChevronLeft aria-hidden="true" />}
              disabled={index === 0}
              onClick={() => setIndex(index - 1)}
            />
            <span>{texts.mails.place(formatNumber(index + 1), formatNumber(ids.length))}</span>
            <IconButton
              label={texts.mails.next}
              icon={<ChevronRight aria-hidden="true" />}
              disabled={index === ids.length - 1}
              onClick={() => setIndex(index + 1)}
            />
          </>
        )}
        <Button icon={<Send aria-hidden="true" />} busy={sending.isPending} onClick={() => sending.mutate()}>
          {texts.mails.sendToMe}
        </Button>
      </div>
      {sending.isSuccess && <output>{texts.mails.sentToMe}</output>}
      {mails.map((mail) => (
        <MailText key={`${mail.to} ${mail.subject}`} mail={mail} />
      ))}
    </section>
  );
}

/** An e-mail as its recipient reads it. Its text begins with its subject, which is shown once. */
export const MailText = ({ mail: { to, subject, text } }: { mail: Omit<SampleMail, 'to'> & { to?: string } }) => (
  // The e-mail scrolls in its box, so that the buttons of the sheet stay in view. With the focus, the keys scroll it.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <section aria-label={texts.mails.mail} className={styles.mail} tabIndex={0}>
    <strong translate="no">{subject}</strong>
    {to !== undefined && <p>{texts.mails.to(to)}</p>}
    <p className={styles.mailText} translate="no">
      {text.startsWith(subject) ? text.slice(subject.length).trimStart() : text}
    </p>
  </section>
);
