export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The storage key that `/theme.js` reads before the first paint. */
const key = 'theme';

export function readTheme(): Theme {
  const stored = localStorage.getItem(key);
  return themes.find((theme) => theme === stored) ?? 'system';
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') {
    localStorage.removeItem(key);
    delete document.documentElement.dataset['theme'];
    return;
  }
  localStorage.setItem(key, theme);
  document.documentElement.dataset['theme'] = theme;
}
