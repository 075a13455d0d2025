import { setPageCookie } from '#portal/api/page-cookies.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The key of the theme in local storage, which `/early.js` reads too. */
const storageKey = 'theme';

export function readTheme(): Theme {
  const storedTheme = localStorage.getItem(storageKey);
  return themes.find((theme) => theme === storedTheme) ?? 'system';
}

export function chooseTheme(theme: Theme): void {
  setPageCookie('theme', theme === 'system' ? null : theme);
  if (theme === 'system') {
    localStorage.removeItem(storageKey);
    delete document.documentElement.dataset['theme'];
    return;
  }
  localStorage.setItem(storageKey, theme);
  document.documentElement.dataset['theme'] = theme;
}
