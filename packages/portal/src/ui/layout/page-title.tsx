import { createContext, use, useEffect } from 'react';

/** The suffix of every window title: the name of the brand. */
export const TitleSuffix = createContext('');

export function usePageTitle(title: string): void {
  const suffix = use(TitleSuffix);
  useEffect(() => {
    document.title = suffix === '' ? title : `${title} · ${suffix}`;
  }, [title, suffix]);
}
