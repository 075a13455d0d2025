import { maxPictureBytes } from '@basics/contract/brands.ts';
import type { FullBrand, Picture } from '@basics/contract/brands.ts';
import { ImageUp } from 'lucide-react';
import { useId } from 'react';
import { isProblem } from '#portal/api/api-problem.ts';
import { brands as texts } from '#portal/texts/brands.ts';
import { ui } from '#portal/texts/ui.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { StaleNotice } from '#portal/session/editing/stale-notice.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { Dialog } from '#portal/ui/overlays/dialog.tsx';
import { FileDrop } from '#portal/ui/forms/file-drop.tsx';
import { TextArea } from '#portal/ui/forms/text-area.tsx';
import styles from './brand.module.css';
import { PictureOnBackgrounds } from './on-grounds.tsx';
import { useReplacePicture } from './use-replacing.ts';

type ReplacePictureProps = {
  brand: FullBrand;
  which: Picture;
  onReplaced: (brand: FullBrand) => void;
  onClose: () => void;
  onReload: () => unknown;
};

const { pictures: words } = texts;

/** Replaces an image by a file or its text, with a preview before it is sent. The server decides whether to accept it. */
export function ReplacePicture({ brand, which, onReplaced, onClose, onReload }: ReplacePictureProps) {
  const form = useId();
  const { svg, take, error, setShown, isBusy, problem, send } = useReplacePicture({ brand, which, onReplaced });
  return (
    <Dialog
      title={words.replace[which]}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button type="submit" form={form} variant="primary" busy={isBusy} icon={<ImageUp aria-hidden="true" />}>
            {words.save[which]}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles.part}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {isProblem(problem, 'STALE') && <StaleNotice {...texts.stale} onReload={onReload} />}
        {problem && !isProblem(problem, 'STALE') && <ProblemNotice problem={problem} title={words.failed} />}
        <p className={styles.lead}>{words.lead}</p>
        <div>
          <FileDrop
            label={words.choose}
            accept=".svg,image/svg+xml"
            onFile={(file) => void readBeginning(file).then(take)}
          />
        </div>
        <TextArea
          label={words.paste}
          rows={5}
          spellCheck={false}
          value={svg}
          error={error}
          onChange={({ currentTarget }) => take(currentTarget.value)}
        />
        {/* In an image element no script of the SVG runs and nothing is loaded. */}
        {svg.trim() !== '' && (
          <PictureOnBackgrounds
            name={words.names[which]}
            src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
            onShown={setShown}
          />
        )}
      </form>
    </Dialog>
  );
}

/** Slightly above the limit of the server, so that the server reports the error. */
const readBeginning = (file: File): Promise<string> => file.slice(0, maxPictureBytes + 1).text();
