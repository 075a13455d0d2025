import type { FullBrand, Picture } from '@basics/contract/brands.ts';
import { useState } from 'react';
import { brands as texts } from '#portal/texts/brands.ts';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { useToasts } from '#portal/ui/feedback/toasts.tsx';
import { replacePicture } from './brands.queries.ts';

const names = ['svg'] as const;

type Replacing = { brand: FullBrand; which: Picture; onReplaced: (brand: FullBrand) => void };

/** The text of an image that is about to replace another. */
export function useReplacePicture({ brand, which, onReplaced }: Replacing) {
  const toasts = useToasts();
  const [svg, setSvg] = useState('');
  const [refused, setRefused] = useState<string>();
  const [isShown, setShown] = useState(true);
  const { problem, isBusy, attempt } = useAttempt(names, (_, { message }) => setRefused(message));

  function take(text: string): void {
    setSvg(text);
    setRefused(undefined);
    setShown(true);
  }

  const send = (): Promise<void> =>
    attempt(async () => {
      setRefused(undefined);
      const changed = await replacePicture(brand, which, svg);
      toasts.done(texts.pictures.done[which]);
      onReplaced(changed);
    });

  const error = refused ?? (isShown ? undefined : texts.pictures.unreadable);
  return { svg, take, error, setShown, isBusy, problem, send };
}
