import { FileUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ui as texts } from '#portal/texts/ui.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import styles from './file-drop.module.css';

type FileDropProps = {
  /** Words of the button that picks a file. */
  label: string;
  /** As in an input's `accept`; a hint for the picker only. */
  accept?: string;
  /** Words over the page while a file hovers. */
  dropLabel?: string;
} & (
  | { onFile: (file: File) => void; onFiles?: never }
  /** Several at once, in the order of the system; never none. */
  | { onFiles: (files: readonly File[]) => void; onFile?: never }
);

/** A button that picks a file or several; while it is mounted, what is dropped anywhere on the page is taken as well. */
export function FileDrop({ label, accept, onFile, onFiles, dropLabel = texts.dropHere }: FileDropProps) {
  const picker = useRef<HTMLInputElement>(null);
  const take = (list: FileList | null | undefined): boolean => {
    const [first, ...more] = list ?? [];
    if (!first) return false;
    if (onFiles) onFiles([first, ...more]);
    else onFile?.(first);
    return true;
  };
  const hovers = useDropped(take);
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
        multiple={onFiles !== undefined}
        aria-label={label}
        onChange={({ currentTarget }) => {
          take(currentTarget.files);
          currentTarget.value = ''; // The same file may be picked again.
        }}
      />
      {hovers && <div className={styles.overlay}>{dropLabel}</div>}
    </>
  );
}

/** Whether something hovers; `take` says whether it took what was dropped. */
function useDropped(take: (files: FileList | undefined) => boolean): boolean {
  const [hovers, setHovers] = useState(false);
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
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
      if (latest.current(event.dataTransfer?.files)) event.preventDefault();
    });
    return () => stop.abort();
  }, []);
  return hovers;
}
