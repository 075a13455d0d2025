import { Download } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { secondFactor as texts } from '#portal/texts/second-factor.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { CopyButton } from '#portal/ui/content/copy-button.tsx';
import { saveFile } from '#portal/ui/content/save-file.ts';
import styles from './second-factor.module.css';

/** Shows new recovery codes once, until the user confirms that the codes are saved. */
export function RecoveryCodes({ codes, onConfirmed }: { codes: readonly string[]; onConfirmed: () => void }) {
  const { userEmail } = useUser();
  const id = useId();
  const headingElement = useRef<HTMLHeadingElement>(null);
  const codeList = useRef<HTMLUListElement>(null);
  useEffect(() => headingElement.current?.focus(), []);
  return (
    <section className={styles.codes} aria-labelledby={id}>
      <h3 id={id} ref={headingElement} tabIndex={-1}>
        {texts.recovery.title}
      </h3>
      <p>{texts.recovery.lead}</p>
      <ul ref={codeList} className={styles.codeList} aria-label={texts.recovery.list}>
        {codes.map((code) => (
          <li key={code}>
            <code translate="no">{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <CopyButton text={codes.join('\n')} selects={codeList} label={texts.recovery.copy} />
        <Button icon={<Download aria-hidden="true" />} onClick={() => saveFile(createFile(userEmail, codes))}>
          {texts.recovery.download}
        </Button>
        <Button variant="primary" onClick={onConfirmed}>
          {texts.recovery.kept}
        </Button>
      </div>
    </section>
  );
}

function createFile(login: string, codes: readonly string[]) {
  const fileText = [texts.recovery.fileTitle(login), texts.recovery.fileLead, '', ...codes, ''].join('\n');
  return { name: texts.recovery.fileName, type: 'text/plain', bytes: new TextEncoder().encode(fileText) };
}
