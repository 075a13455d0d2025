import type { ReactNode } from 'react';
import styles from './facts.module.css';
import { TriangleAlert } from 'lucide-react';
import { formatNumber } from '#portal/messages/formats.ts';
import { joinClasses, type Elements } from '#portal/ui/layout/layout.tsx';

type Children = { children: ReactNode };

/** Labels and values in as many columns as fit. */
export const Facts = ({ children }: Children) => <dl className={styles.facts}>{children}</dl>;

/** Labels and values at full width, one below the other. Line breaks in the values are kept. */
export const LongFacts = ({ children }: Children) => <dl className={styles.long}>{children}</dl>;

export const Fact = ({ name, children }: Children & { name: string }) => (
  <div>
    <dt className={styles.name}>{name}</dt>
    <dd className={styles.value}>{children}</dd>
  </div>
);

type EffectCount = {
  id: string;
  label: string;
  count: number;
  /** Whether the effect takes something away, or needs a look. */
  isWarning?: boolean;
};

/** What an act does, as numbers: how many records get each effect. Warnings have a colour and an icon. */
export const EffectCounts = ({ counts }: { counts: readonly EffectCount[] }) => (
  <dl className={styles.counts}>
    {counts.map(({ id, label, count, isWarning }) => (
      <div key={id} className={isWarning ? styles.warning : undefined}>
        <dt>{label}</dt>
        <dd>
          {isWarning && <TriangleAlert aria-hidden="true" />}
          <span>{formatNumber(count)}</span>
        </dd>
      </div>
    ))}
  </dl>
);

export type TimelineStep = {
  id: string;
  title: string;
  detail: string;
  /** A text that a user wrote. */ quote?: string | null;
  /** What follows the texts, for example a text with actions. */ content?: Elements;
};

/** A list of events, newest first. */
export const Timeline = ({ label, steps }: { label: string; steps: readonly TimelineStep[] }) => (
  <ol className={styles.timeline} aria-label={label}>
    {steps.map(({ id, title, detail, quote, content }) => (
      <li key={id}>
        <p className={styles.title}>{title}</p>
        <p className={styles.detail}>{detail}</p>
        {quote && <blockquote>{quote}</blockquote>}
        {content}
      </li>
    ))}
  </ol>
);

export type Tone = 'ok' | 'warn' | 'danger' | 'neutral';

/** Shows a state as text. The colour of the dot before the text means the same as the text (WCAG 1.4.1). */
export const StatusBadge = ({ tone, children }: { tone: Tone; children: string }) => (
  <span className={joinClasses(styles.badge, styles[tone])}>{children}</span>
);
