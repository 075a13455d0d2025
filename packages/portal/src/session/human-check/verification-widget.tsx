import { useEffect, useRef, useState } from 'react';
import { humanCheck as texts } from '#portal/texts/human-check.ts';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import styles from './human-check-line.module.css';
import { humanSites, type HumanSite } from '@basics/contract/session/human-sites.ts';

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

/** The JavaScript API for explicit rendering, which all three supported verification services offer. */
type VerificationApi = {
  render: (
    container: HTMLElement,
    options: { sitekey: string; callback: (answer: string) => void; 'error-callback': () => void },
  ) => unknown;
  ready?: (callback: () => void) => void;
};

/**
 * Loads the script of a verification service, once. The promise rejects when the script cannot be loaded. The portal only loads the script
 * of the service that the operator has chosen.
 */
async function loadVerificationApi(kind: HumanSite): Promise<VerificationApi> {
  const { scriptUrl, name } = humanSites[kind];
  if (findApi(name) === null) await loadScript(scriptUrl);
  const api = findApi(name);
  if (api === null) throw new Error(`${name} did not come with its script.`);
  await new Promise<void>((resolve) => (api.ready ? api.ready(resolve) : resolve()));
  return api;
}

function findApi(apiName: string): VerificationApi | null {
  const api: unknown = Reflect.get(window, apiName);
  return isVerificationApi(api) ? api : null;
}

const isVerificationApi = (api: unknown): api is VerificationApi =>
  typeof api === 'object' && api !== null && 'render' in api;

function loadScript(scriptUrl: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = scriptUrl;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(`${scriptUrl} cannot be loaded.`)));
    document.head.append(script);
  });
}
