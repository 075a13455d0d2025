let resolveShown = (): void => {};
const pageShown = new Promise<void>((resolve) => (resolveShown = resolve));

/** Says that the page shows its data. From now on the typeface (brand/fonts.css) and the late parts may use the connection. */
export function announcePageShown(): void {
  document.documentElement.dataset['shown'] = '';
  resolveShown();
}

/** The parts of the page whose scripts are being loaded. */
const loadingParts = new Set<Promise<void>>();

/** Says that the page is not complete before this part is loaded. */
export function waitForPart(loadingPart: Promise<void>): void {
  loadingParts.add(loadingPart);
  const removePart = (): void => void loadingParts.delete(loadingPart);
  loadingPart.then(removePart, removePart);
}

export const listLoadingParts = (): Promise<void>[] => [...loadingParts];

/** Resolves when the page shows its data. */
export const whenPageShown = (): Promise<void> => pageShown;
