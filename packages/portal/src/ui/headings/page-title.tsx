import { createContext, use, useEffect } from 'react';

/** The suffix of every window title: the name of the brand. */
export const TitleSuffix = createContext('');

/** The prefix of every window title: for staff, the number of records that wait for them. */
export const TitlePrefix = createContext('');

export function usePageTitle(title: string): void {
  const prefix = use(TitlePrefix);
  const suffix = use(TitleSuffix);
  useEffect(() => {
    document.title = `${prefix}${title}${suffix === '' ? '' : ` · ${suffix}`}`;
  }, [prefix, title, suffix]);
}
