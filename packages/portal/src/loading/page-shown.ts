let resolveShown = (): void => {};
const shown = new Promise<void>((resolve) => (resolveShown = resolve));

/** Says that the page shows its data. From now on the typeface (brand/fonts.css) and the late parts may use the connection. */
export function announcePageShown(): void {
  document.documentElement.dataset['shown'] = '';
  resolveShown();
}

/** Resolves when the page shows its data. */
export const whenPageShown = (): Promise<void> => shown;
