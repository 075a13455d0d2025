import { FileUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { forms as texts } from '#portal/texts/forms.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import styles from './file-drop.module.css';

type FileDropProps = {
  /** The label of the button that opens the file picker. */
  label: string;
  /** As the `accept` of an input; it only filters the file picker. */
  accept?: string;
  /** The message over the page while a file is dragged over it. */
  dropLabel?: string;
} & (
  | { onFile: (file: File) => void; onFiles?: never }
  /** Several files at once, in the order of the system; never an empty list. */
  | { onFiles: (files: readonly File[]) => void; onFile?: never }
);

/** A button that opens the file picker. While it is mounted, files can also be dropped anywhere on the page. */
export function FileDrop({ label, accept, onFile, onFiles, dropLabel = texts.dropHere }: FileDropProps) {
  const picker = useRef<HTMLInputElement>(null);
  const acceptFiles = (list: FileList | null | undefined): boolean => {
    const [first, ...more] = list ?? [];
    if (!first) return false;
    if (onFiles) onFiles([first, ...more]);
    else onFile?.(first);
    return true;
  };
  const isHovering = useDropped(acceptFiles);
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
          acceptFiles(currentTarget.files);
          currentTarget.value = ''; // So that the same file can be chosen again.
        }}
      />
      {isHovering && <div className={styles.overlay}>{dropLabel}</div>}
    </>
  );
}

/** Whether a file is dragged over the page; `acceptFiles` returns whether it accepted the dropped files. */
function useDropped(acceptFiles: (files: FileList | undefined) => boolean): boolean {
  const [isHovering, setHovering] = useState(false);
  const latest = useRef(acceptFiles);
  useEffect(() => {
    latest.current = acceptFiles;
  });
  useEffect(() => {
    const stop = new AbortController();
    const listen = (type: 'dragover' | 'dragleave' | 'drop', listener: (event: DragEvent) => void): void =>
      window.addEventListener(type, listener, { signal: stop.signal });
    listen('dragover', (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setHovering(true);
    });
    listen('dragleave', (event) => {
      if (event.relatedTarget === null) setHovering(false); // The pointer left the window.
    });
    listen('drop', (event) => {
      setHovering(false);
      if (latest.current(event.dataTransfer?.files)) event.preventDefault();
    });
    return () => stop.abort();
  }, []);
  return isHovering;
}
