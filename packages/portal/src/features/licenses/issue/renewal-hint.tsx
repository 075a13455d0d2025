import * as z from 'zod/mini';
import { limits } from '@basics/contract/calls/limits.ts';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { useSearchState } from '#portal/ui/filters/search-state.ts';
import { codeHelp } from '../step-with-help.tsx';
import type { Help } from '../step-with-help.tsx';
import styles from '../verify-license.module.css';

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
