import { useNavigate } from '@tanstack/react-router';
import { Camera, CameraOff } from 'lucide-react';
import { useState, useEffect, useEffectEvent, useRef } from 'react';
import { scan as texts } from '#portal/texts/scan.ts';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { FileDrop } from '#portal/ui/files/file-drop.tsx';
import { Actions, Button, LinkButton } from '#portal/ui/buttons/button.tsx';
import { Card } from '#portal/ui/layout/layout.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { useLicenseOwner, StepWithHelp } from '../issue-steps.tsx';
import { readCode } from '../codes/read-code.ts';
import styles from '../verify-license.module.css';

/** Reads the verification code in a QR code with the camera or from a picture, and continues with the check of the licence. */
export function ScanCodePage() {
  const [error, setError] = useState<string>();
  const navigate = useNavigate();
  const { userId, isOtherUser } = useLicenseOwner();

  /** Opens the check if the text contains a code. Returns whether the text contains a code; without a code, the camera keeps reading. */
  function openCheck(text: string): boolean {
    const reading = readCode(text);
    if (!reading.ok) setError(reading.error);
    else void navigate({ to: '/license/verify', search: true, hash: `c=${reading.code.text}` });
    return reading.ok;
  }

  async function handlePicture(file: File): Promise<void> {
    const pictureResult = await readPicture(file);
    if ('text' in pictureResult) openCheck(pictureResult.text);
    else setError(pictureResult.error);
  }

  const camera = useCamera(openCheck);
  return (
    <>
      <PageHeading title={texts.title} />
      <StepWithHelp title={texts.help.title} help={<ScanHelp />}>
        <Card>
          <div className={styles.stack}>
            <CameraView {...camera} />
            {error !== undefined && <Notice tone="warn" role="alert" title={error} />}
            <Actions>
              <CameraSwitch {...camera} />
              <FileDrop
                label={texts.picture}
                accept="image/*"
                dropLabel={texts.drop}
                onFile={(file) => void handlePicture(file)}
              />
              <LinkButton to="/license/verify" {...(isOtherUser && { search: { user: userId } })}>
                {texts.paste}
              </LinkButton>
            </Actions>
          </div>
        </Card>
      </StepWithHelp>
    </>
  );
}

type CameraProps = ReturnType<typeof useCamera>;

/** Shows the picture of the camera, or why there is none. */
const CameraView = ({ video, state }: CameraProps) => (
  <>
    <video
      ref={video}
      className={styles.camera}
      hidden={state !== 'on'}
      aria-label={texts.card}
      autoPlay
      muted
      playsInline
    />
    <output>{describeState(state)}</output>
    {isProblem(state) && (
      <Notice
        tone="warn"
        role="alert"
        title={texts.problems[state]}
        // A changed camera permission takes effect only after a reload.
        actions={<Button onClick={() => window.location.reload()}>{texts.retry}</Button>}
      />
    )}
  </>
);

const CameraSwitch = ({ state, start, stop }: CameraProps) =>
  state === 'on' ? (
    <Button icon={<CameraOff aria-hidden="true" />} onClick={stop}>
      {texts.stop}
    </Button>
  ) : (
    <Button variant="primary" icon={<Camera aria-hidden="true" />} onClick={() => void start()}>
      {texts.start}
    </Button>
  );

const isProblem = (state: CameraState): state is CameraProblem => state in texts.problems;

function describeState(state: CameraState): string {
  if (state === 'starting') return texts.starting;
  return state === 'on' ? texts.watching : '';
}

async function readPicture(file: File): Promise<{ text: string } | { error: string }> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null) return { error: texts.badPicture };
  const pixels = takePixels(picture, picture.width, picture.height);
  const text = pixels && (await (await loadQrReader())(pixels));
  return text === undefined ? { error: texts.nothingFound } : { text };
}

const ScanHelp = () => (
  <>
    <ol className={styles.steps}>
      {texts.help.steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
    <p>
      <code translate="no">basics code</code>
    </p>
    <p>{texts.help.privacy}</p>
  </>
);

type CameraProblem = 'denied' | 'missing' | 'busy' | 'unsafe';
type CameraState = 'off' | 'starting' | 'on' | CameraProblem;

/**
 * Starts and stops the camera; it also stops when the page is left. `onText` is called with the text of each QR code and returns whether it
 * was the expected code.
 */
function useCamera(onText: (text: string) => boolean) {
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
async function loadQrReader(): Promise<ReadQr> {
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
function takePixels(source: CanvasImageSource, width: number, height: number): ImageData | undefined {
  const scale = Math.min(1, maxSidePixels / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null || canvas.width === 0 || canvas.height === 0) return undefined;
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
