import { FileUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ui as texts } from '#portal/messages/en/ui.ts';
import { Button } from './button.tsx';
import styles from './file-drop.module.css';

type FileDropProps = {
  /** Words of the button that picks a file. */
  label: string;
  /** As in an input's `accept`; a hint for the picker only. */
  accept?: string;
  onFile: (file: File) => void;
  /** Words over the page while a file hovers. */
  dropLabel?: string;
};

/** A button that picks a file; while it is mounted, a file dropped anywhere on the page is taken as well. */
export function FileDrop({ label, accept, onFile, dropLabel = texts.dropHere }: FileDropProps) {
  const picker = useRef<HTMLInputElement>(null);
  const hovers = useDroppedFile(onFile);
  return (
    <>
      <Button icon={<FileUp aria-hidden="true" />} onClick={() => picker.current?.click()}>
        {label}
      </Button>
      <input
        ref={picker}
        type="file"
        className={styles.input}
        accept={accept}
        aria-label={label}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          currentTarget.value = ''; // The same file may be picked again.
          if (file) onFile(file);
        }}
      />
      {hovers && <div className={styles.overlay}>{dropLabel}</div>}
    </>
  );
}

function useDroppedFile(onFile: (file: File) => void): boolean {
  const [hovers, setHovers] = useState(false);
  const latest = useRef(onFile);
  useEffect(() => {
    latest.current = onFile;
  });
  useEffect(() => {
    const stop = new AbortController();
    const listen = (type: 'dragover' | 'dragleave' | 'drop', hear: (event: DragEvent) => void): void =>
      window.addEventListener(type, hear, { signal: stop.signal });
    listen('dragover', (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setHovers(true);
    });
    listen('dragleave', (event) => {
      if (event.relatedTarget === null) setHovers(false); // It left the window.
    });
    listen('drop', (event) => {
      setHovers(false);
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      latest.current(file);
    });
    return () => stop.abort();
  }, []);
  return hovers;
}
