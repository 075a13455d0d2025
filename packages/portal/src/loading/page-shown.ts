let resolveShown = (): void => {};
const pageShown = new Promise<void>((resolve) => (resolveShown = resolve));

/** Announces that the page shows its data. After the announcement, the typeface (brand/fonts.css) and the late parts are downloaded. */
export function announcePageShown(): void {
  document.documentElement.dataset['shown'] = '';
  resolveShown();
}

/** The parts of the page whose scripts are being loaded. */
const loadingParts = new Set<Promise<void>>();

/** Adds a part to the parts whose scripts the page waits for. */
export function waitForPart(loadingPart: Promise<void>): void {
  loadingParts.add(loadingPart);
  const removePart = (): void => void loadingParts.delete(loadingPart);
  loadingPart.then(removePart, removePart);
}

export const listLoadingParts = (): Promise<void>[] => [...loadingParts];

/** Resolves when the page shows its data. */
export const whenPageShown = (): Promise<void> => pageShown;

/** Resolves in a new task, so that the browser handles waiting input first. A timer would be slow in a background window. */
export const waitForNextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => resolve(), { once: true });
    port1.start();
    port2.postMessage(null);
  });
