import { useEffect, useEffectEvent, useRef, useState } from 'react';

export type CameraProblem = 'denied' | 'missing' | 'busy' | 'unsafe';
export type CameraState = 'off' | 'starting' | 'on' | CameraProblem;

/**
 * Starts and stops the camera; it also stops when the page is left. `onText` is called with the text of each QR code and returns whether it
 * was the expected code.
 */
export function useCamera(onText: (text: string) => boolean) {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>('off');
  const controller = useRef(new AbortController());
  const handleText = useEffectEvent(onText);

  async function start(): Promise<void> {
    controller.current = new AbortController();
    const { signal } = controller.current;
    setState('starting');
    const stream = await openCamera();
    if (!(stream instanceof MediaStream)) return signal.aborted ? undefined : setState(stream);
    signal.addEventListener('abort', () => endStream(stream));
    if (signal.aborted || !video.current) return endStream(stream);
    // The `video` element has `autoPlay`, so `play()` is not called: browsers refuse such a call while the browser saves power, for example
    // behind another window.
    video.current.srcObject = stream;
    setState('on');
    await readFrames(video.current, signal, handleText);
  }

  function stopCamera(): void {
    controller.current.abort();
    setState('off');
  }

  useEffect(() => () => controller.current.abort(), []);
  return { video, state, start, stop: stopCamera };
}

const endStream = (stream: MediaStream): void => stream.getTracks().forEach((track) => track.stop());

async function openCamera(): Promise<MediaStream | CameraProblem> {
  // `mediaDevices` exists only over HTTPS and on localhost.
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (devices === undefined) return 'unsafe';
  try {
    return await devices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1280 } } });
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    if (name === 'NotAllowedError') return 'denied';
    return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'busy';
  }
}

/** The time between two readings of the camera's picture, in milliseconds. */
const readingPauseMs = 100;

/** Reads the camera's picture repeatedly until `onText` accepts a text or the camera is stopped. */
async function readFrames(
  video: HTMLVideoElement,
  signal: AbortSignal,
  onText: (text: string) => boolean,
): Promise<void> {
  const readQr = await loadQrReader();
  const readFrame = async (): Promise<void> => {
    if (signal.aborted) return;
    const hasPicture = video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;
    const frame = hasPicture ? takePixels(video, video.videoWidth, video.videoHeight) : undefined;
    const text = frame && (await readQr(frame));
    if (signal.aborted) return;
    if (text !== undefined && onText(text)) return;
    setTimeout(() => void readFrame(), readingPauseMs);
  };
  await readFrame();
}

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
type ReadQr = (picture: ImageData) => Promise<string | undefined>;

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
