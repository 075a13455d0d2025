import { ScanSearch } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ChangeEvent, KeyboardEvent } from 'react';
import { licenses as texts } from '#portal/messages/en/licenses.ts';
import { Button } from '#portal/ui/button.tsx';
import { Card } from '#portal/ui/card.tsx';
import { FileDrop } from '#portal/ui/file-drop.tsx';
import { TextArea } from '#portal/ui/text-area.tsx';
import { Beside, codeHelp } from './beside.tsx';
import styles from './verify-license.module.css';

type CodeEntryProps = {
  text: string;
  error: string | undefined;
  /** Each change of the text; `arrived` when it was pasted or dropped rather than typed. */
  onChange: (text: string, arrived: boolean) => void;
  onSubmit: () => void;
  onFile: (file: File) => void;
};

/** The field for the code, which has the focus from the start; what is wrong with its text stands below it. */
export function CodeEntry({ text, error, onChange, onSubmit, onFile }: CodeEntryProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);

  function submit(): void {
    onSubmit();
    field.current?.focus(); // Stays only where the code was refused.
  }

  return (
    <Beside {...codeHelp}>
      <Card>
        <form
          className={styles.entry}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <TextArea
            ref={field}
            label={texts.entry.field}
            hint={texts.entry.hint}
            error={error}
            rows={7}
            value={text}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            data-code
            onChange={(event) => onChange(event.currentTarget.value, hasArrived(event))}
            onKeyDown={(event) => {
              if (asksToSubmit(event)) submit();
            }}
          />
          <div className={styles.actions}>
            <Button type="submit" variant="primary" icon={<ScanSearch aria-hidden="true" />}>
              {texts.entry.read}
            </Button>
            <FileDrop
              label={texts.entry.chooseFile}
              accept=".bvr,.txt,text/plain"
              dropLabel={texts.entry.drop}
              onFile={onFile}
            />
          </div>
        </form>
      </Card>
    </Beside>
  );
}

function hasArrived({ nativeEvent }: ChangeEvent<HTMLTextAreaElement>): boolean {
  return nativeEvent instanceof InputEvent && /^insertFrom(?:Paste|Drop)/.test(nativeEvent.inputType);
}

const asksToSubmit = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => key === 'Enter' && (ctrlKey || metaKey);
