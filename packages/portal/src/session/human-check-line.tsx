import { ShieldCheck } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { humanCheck as texts } from '#portal/messages/en/human-check.ts';
import { Spinner } from '#portal/ui/spinner.tsx';
import styles from './human-check-line.module.css';
import type { HumanState } from './human-check.ts';

const SiteWidget = lazy(async () => ({ default: (await import('./site-widget.tsx')).SiteWidget }));

/** Says how the check stands, in one calm line that is always there, or shows what the person has to answer. */
export function HumanCheckLine({ state }: { state: HumanState }) {
  if (state.step === 'off') return null;
  if (state.step === 'asking') {
    return (
      <Suspense>
        <SiteWidget key={state.siteKey} {...state} />
      </Suspense>
    );
  }
  return (
    <output className={styles.line}>
      {state.step === 'checking' ? <Spinner /> : <ShieldCheck aria-hidden="true" />}
      {texts[state.step]}
    </output>
  );
}
