import { useId } from 'react';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { Columns } from '#portal/ui/layout/layout.tsx';
import styles from './verify-license.module.css';
import type { Elements } from '#portal/ui/layout/layout.tsx';

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
