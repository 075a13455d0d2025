import { maxPictureBytes, type FullBrand, type Picture } from '@basics/contract/brands/brands.ts';
import { ImageUp } from 'lucide-react';
import { isProblem } from '#portal/api/api-problem.ts';
import { brands as texts } from '#portal/texts/brands.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { StaleNotice } from '#portal/session/editing/stale-notice.tsx';
import { FormDialog } from '#portal/ui/overlays/dialog.tsx';
import { FileDrop } from '#portal/ui/files/file-drop.tsx';
import { TextArea } from '#portal/ui/fields/form-field.tsx';
import styles from '../brand.module.css';
import { PictureOnBackgrounds } from './picture-on-backgrounds.tsx';
import { useState } from 'react';
import { useTextDraft } from '#portal/session/drafts/use-draft.ts';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { replacePicture } from '../brands.queries.ts';

type ReplacePictureProps = {
  brand: FullBrand;
  picture: Picture;
  onReplaced: (brand: FullBrand) => void;
  onClose: () => void;
  onReload: () => unknown;
};

const { pictures: pictureTexts } = texts;

/** A dialog that replaces an image with an SVG file or SVG code, with a preview. The server checks the image. */
export function ReplacePicture({ brand, picture, onReplaced, onClose, onReload }: ReplacePictureProps) {
  const { svg, setImage, error, setLoaded, isBusy, problem, sendImage } = useReplacePicture({
    brand,
    picture,
    onReplaced,
  });
  return (
    <FormDialog
      title={pictureTexts.replace[picture]}
      submitLabel={pictureTexts.save[picture]}
      icon={<ImageUp aria-hidden="true" />}
      busy={isBusy}
      onSubmit={sendImage}
      onClose={onClose}
    >
      {isProblem(problem, 'STALE') && <StaleNotice {...texts.stale} onReload={onReload} />}
      {problem && !isProblem(problem, 'STALE') && <ProblemNotice problem={problem} title={pictureTexts.failed} />}
      <p className={styles.intro}>{pictureTexts.lead}</p>
      <div>
        <FileDrop
          label={pictureTexts.choose}
          accept=".svg,image/svg+xml"
          onFile={(file) => void readUpToLimit(file).then(setImage)}
        />
      </div>
      <TextArea
        label={pictureTexts.paste}
        rows={5}
        spellCheck={false}
        value={svg}
        error={error}
        onChange={({ currentTarget }) => setImage(currentTarget.value)}
      />
      {/* An image element does not run scripts of the SVG and loads no other resources. */}
      {svg.trim() !== '' && (
        <PictureOnBackgrounds
          name={pictureTexts.names[picture]}
          src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
          onLoaded={setLoaded}
        />
      )}
    </FormDialog>
  );
}

/**
 * Reads a file up to one byte above the limit of the server, so that the server can report that the file is too large.
 */
const readUpToLimit = (file: File): Promise<string> => file.slice(0, maxPictureBytes + 1).text();

const fieldNames = ['svg'] as const;

type ReplaceOptions = { brand: FullBrand; picture: Picture; onReplaced: (brand: FullBrand) => void };

/**
 * Returns the state of the dialog that replaces an image: the SVG text, the error, and the function that sends the
 * image.
 */
function useReplacePicture({ brand, picture, onReplaced }: ReplaceOptions) {
  const toasts = useToasts();
  const { text: svg, write: setSvg, forget } = useTextDraft(`picture ${picture} of ${brand.id}`);
  const [refusal, setRefusal] = useState<string>();
  const [isLoaded, setLoaded] = useState(true);
  const { problem, isBusy, attempt } = useAttempt(fieldNames, (_, { message }) => setRefusal(message));

  function setImage(svgText: string): void {
    setSvg(svgText);
    setRefusal(undefined);
    setLoaded(true);
  }

  const sendImage = (): Promise<void> =>
    attempt(async () => {
      setRefusal(undefined);
      const changedBrand = await replacePicture(brand, picture, svg);
      forget();
      toasts.done(texts.pictures.done[picture]);
      onReplaced(changedBrand);
    });

  const error = refusal ?? (isLoaded ? undefined : texts.pictures.unreadable);
  return { svg, setImage, error, setLoaded, isBusy, problem, sendImage };
}
