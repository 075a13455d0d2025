import { setPageCookie } from '#portal/api/page-cookies.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The storage key, which `/early.js` reads too. */
const key = 'theme';

export function readTheme(): Theme {
  const storedTheme = localStorage.getItem(key);
  return themes.find((theme) => theme === storedTheme) ?? 'system';
}

export function chooseTheme(theme: Theme): void {
  setPageCookie('theme', theme === 'system' ? null : theme);
  if (theme === 'system') {
    localStorage.removeItem(key);
    delete document.documentElement.dataset['theme'];
    return;
  }
  localStorage.setItem(key, theme);
  document.documentElement.dataset['theme'] = theme;
}
