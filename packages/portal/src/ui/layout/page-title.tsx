import { createContext, use, useEffect } from 'react';

/** What stands behind every page's name in the window's title: the name of the look. */
export const TitleSuffix = createContext('');

export function usePageTitle(title: string): void {
  const suffix = use(TitleSuffix);
  useEffect(() => {
    document.title = suffix === '' ? title : `${title} · ${suffix}`;
  }, [title, suffix]);
}
