import type { HumanSite } from '@basics/contract/human-sites.ts';
import { useEffect, useRef, useState } from 'react';
import { humanCheck as texts } from '#portal/texts/human-check.ts';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import styles from './human-check-line.module.css';
import { loadVerificationApi } from './load-verification-script.ts';

type SiteWidgetProps = { kind: HumanSite; siteKey: string; onAnswer: (answer: string) => void };

/** Shows the widget of the verification service that the operator has chosen. */
export function SiteWidget({ kind, siteKey, onAnswer }: SiteWidgetProps) {
  const container = useRef<HTMLDivElement>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    const markFailed = (): void => setFailed(true);
    async function renderWidget(): Promise<void> {
      const api = await loadVerificationApi(kind);
      if (container.current)
        api.render(container.current, { sitekey: siteKey, callback: onAnswer, 'error-callback': markFailed });
    }
    renderWidget().catch(markFailed);
  }, [kind, siteKey, onAnswer]);
  if (hasFailed) return <Notice tone="danger" role="alert" title={texts.widgetFailed} />;
  return (
    <fieldset className={styles.widget} aria-label={texts.ask}>
      <div ref={container} />
    </fieldset>
  );
}
