import { decodeText, findForeignLines } from '@basics/contract/text-encodings.ts';
import type { TextEncoding } from '@basics/contract/text-encodings.ts';
import { useId, useState } from 'react';
import { imports as texts } from '#portal/texts/imports.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { Card } from '#portal/ui/layout/card.tsx';
import styles from './imports.module.css';

type ChooseEncodingProps = {
  bytes: Uint8Array;
  encodings: readonly TextEncoding[];
  onChoose: (encoding: TextEncoding) => void;
};

/** The number of lines of the file that each answer shows. */
const shownLines = 3;

/** Asks which encoding a file has. Each answer shows the first lines of the file as they would be imported. */
export function ChooseEncoding({ bytes, encodings, onChoose }: ChooseEncodingProps) {
  const name = useId();
  const [chosen, setChosen] = useState<TextEncoding | null>(null);
  return (
    <Card title={texts.encoding.title}>
      <fieldset className={styles.encodings} aria-label={texts.encoding.title}>
        <p className={styles.muted}>{texts.encoding.text}</p>
        {encodings.map((encoding) => (
          <label key={encoding} className={styles.encoding}>
            <input type="radio" name={name} checked={chosen === encoding} onChange={() => setChosen(encoding)} />
            <span>
              <span className={styles.encodingName}>{texts.encodings[encoding]}</span>
              {findForeignLines(decodeText(bytes, encoding), shownLines).map((line, index) => (
                // Lines can be equal, and their order does not change.
                // oxlint-disable-next-line react/no-array-index-key
                <span key={index} className={styles.line} translate="no">
                  {line}
                </span>
              ))}
            </span>
          </label>
        ))}
        <div className={styles.choose}>
          <Button variant="primary" disabled={chosen === null} onClick={() => chosen !== null && onChoose(chosen)}>
            {texts.encoding.use}
          </Button>
        </div>
      </fieldset>
    </Card>
  );
}
