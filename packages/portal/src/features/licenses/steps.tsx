import { useId } from 'react';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { Columns, Card } from '#portal/ui/layout/layout.tsx';
import styles from './verify-license.module.css';
import type { Elements } from '#portal/ui/layout/layout.tsx';
import { FocusedHeading } from '#portal/ui/headings/page-heading.tsx';
import * as z from 'zod/mini';
import { limits } from '@basics/contract/calls/limits.ts';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { useSearchState } from '#portal/ui/filters/search-state.ts';

export type Help = { title: string; help: Elements };

/** Shows the current step, and beside it a section with help. */
export function StepWithHelp({ title, help, children }: Help & { children: Elements }) {
  const id = useId();
  return (
    <Columns>
      {children}
      <section className={styles.help} aria-labelledby={id}>
        <h2 id={id}>{title}</h2>
        {help}
      </section>
    </Columns>
  );
}

const CodeHelp = () => (
  <>
    <ol className={styles.steps}>
      {texts.help.steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
    <p>
      {texts.help.command} <code translate="no">basics code</code>
    </p>
    <p>{texts.help.claims}</p>
  </>
);

/** The help for a renewal: the steps to create a code are already shown, so it only explains what a code contains. */
export const claimsHelp: Help = { title: texts.help.claimsTitle, help: <p>{texts.help.claims}</p> };

/** The help for users who have no code yet or need a new one. */
export const codeHelp: Help = { title: texts.help.title, help: <CodeHelp /> };

type FocusedCardProps = {
  title: string;
  children: Elements;
};

/** The card of the current step. The heading of the card gets the focus, because the card replaces the previous step. */
export function FocusedCard({ title, children }: FocusedCardProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Card>
        <div className={styles.step}>
          <FocusedHeading id={id}>{title}</FocusedHeading>
          <div className={styles.stack}>{children}</div>
        </div>
      </Card>
    </section>
  );
}

const renewalSearch = z.object({ renew: z.optional(z.string().check(z.maxLength(limits.text.name))) });

/** Returns the name of the PC whose licence the user wants to renew, read from the address. */
export const useRenewedMachine = (): string | undefined => useSearchState(renewalSearch)[0].renew;

/** Explains how a tool creates the code that renews its licence. */
export const RenewalHint = ({ machine }: { machine: string }) => (
  <div className={styles.above}>
    <Notice tone="info" title={texts.renewal.title(machine)}>
      <RenewalSteps machine={machine} />
    </Notice>
  </div>
);

/** Returns the help on how to create a code, for a new licence or for a renewal. */
export function useCodeHelp(): Help {
  const machine = useRenewedMachine();
  if (machine === undefined) return codeHelp;
  return { title: texts.renewal.title(machine), help: <RenewalSteps machine={machine} /> };
}

const RenewalSteps = ({ machine }: { machine: string }) => (
  <div className={styles.renewal}>
    <ol className={styles.steps}>
      {texts.renewal.steps(machine).map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
    <p>
      {texts.help.command} <code translate="no">basics code --renew</code>
    </p>
    <p>{texts.renewal.end}</p>
  </div>
);
