import type { FullBrand, Picture } from '@basics/contract/brands.ts';
import { useState } from 'react';
import { brands as texts } from '#portal/texts/brands.ts';
import { useTextDraft } from '#portal/session/drafts/use-text-draft.ts';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { useToasts } from '#portal/ui/feedback/toasts.tsx';
import { replacePicture } from './brands.queries.ts';

const fieldNames = ['svg'] as const;

type ReplaceOptions = { brand: FullBrand; picture: Picture; onReplaced: (brand: FullBrand) => void };

/**
 * Returns the state of the dialog that replaces an image: the SVG text, the error, and the function that sends the
 * image.
 */
export function useReplacePicture({ brand, picture, onReplaced }: ReplaceOptions) {
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
