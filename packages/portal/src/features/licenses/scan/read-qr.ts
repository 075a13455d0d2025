/** The Barcode Detection API exists only in some browsers and is not in TypeScript's types: https://wicg.github.io/shape-detection-api/ */
declare global {
  var BarcodeDetector:
    | {
        new (options: { formats: string[] }): { detect(image: ImageData): Promise<{ rawValue: string }[]> };
        getSupportedFormats(): Promise<readonly string[]>;
      }
    | undefined;
}

/** Returns the text of the first QR code in a picture; undefined if there is none. */
export type ReadQr = (picture: ImageData) => Promise<string | undefined>;

/** Returns the QR reader of the browser. If the browser has none, the function loads a library. */
export async function loadQrReader(): Promise<ReadQr> {
  const { BarcodeDetector } = globalThis;
  const formats = (await BarcodeDetector?.getSupportedFormats()) ?? [];
  if (BarcodeDetector === undefined || !formats.includes('qr_code')) return loadQrLibrary();
  const detector = new BarcodeDetector({ formats: ['qr_code'] });
  return async (picture) => (await detector.detect(picture))[0]?.rawValue;
}

async function loadQrLibrary(): Promise<ReadQr> {
  const { decodeQR } = await import('qr/decode.js');
  return async (picture) => {
    try {
      return decodeQR(picture, { timeLimit: libraryTimeLimitMs });
    } catch {
      return undefined; // The library throws when there is no QR code.
    }
  };
}

/** The longest time that the library may search one picture for a QR code, in milliseconds. */
const libraryTimeLimitMs = 100;

/** The longest allowed side of a picture, in pixels. Larger pictures are scaled down: they take longer and do not improve the result. */
const maxSidePixels = 1600;

/** Returns the pixels of a picture or of a video frame. */
export function takePixels(source: CanvasImageSource, width: number, height: number): ImageData | undefined {
  const scale = Math.min(1, maxSidePixels / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null || canvas.width === 0 || canvas.height === 0) return undefined;
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
