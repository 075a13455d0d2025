import { ShieldAlert } from 'lucide-react';
import { Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { humanCheck as texts } from '#portal/texts/human-check.ts';
import { Spinner } from '#portal/ui/feedback/loading.tsx';
import { VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import styles from './human-check-line.module.css';
import type { HumanCheck } from './human-check.ts';
import { createLazyPart } from '#portal/loading/lazy-part.tsx';

const SiteWidget = createLazyPart(async () => (await import('./verification-widget.tsx')).SiteWidget);

/**
 * Shows the state of the check in one line of constant height, or the widget that the user must answer. The line is empty until the check
 * starts, and if the portal has no check: without the line, the button below would move. The check starts when a field of the form gets its
 * first focus.
 */
export function HumanCheckLine({ check }: { check: HumanCheck }) {
  const lineElement = useRef<HTMLOutputElement>(null);
  const state = useSyncExternalStore(check.subscribe, check.state, check.state);
  useEffect(() => {
    const form = lineElement.current?.form;
    form?.addEventListener('focusin', check.start, { once: true });
    return () => form?.removeEventListener('focusin', check.start);
  }, [check]);
  if (state.step === 'asking') {
    return (
      <Suspense>
        <SiteWidget key={state.siteKey} {...state} />
      </Suspense>
    );
  }
  return (
    <output ref={lineElement} className={styles.line}>
      {state.step === 'passed' && <VisuallyHidden>{texts.passed}</VisuallyHidden>}
      {(state.step === 'checking' || state.step === 'failed') && (
        <>
          {state.step === 'checking' ? <Spinner /> : <ShieldAlert aria-hidden="true" />}
          <span>{texts[state.step]}</span>
        </>
      )}
    </output>
  );
}
