import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { loadQrReader, takePixels } from './read-qr.ts';

export type CameraProblem = 'denied' | 'missing' | 'busy' | 'unsafe';
export type CameraState = 'off' | 'starting' | 'on' | CameraProblem;

/**
 * The camera of a page, which is asked for when it is started and stopped with the page. `onText` gets the text of each QR code, and
 * returns whether it was the right one.
 */
export function useCamera(onText: (text: string) => boolean) {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>('off');
  const stopping = useRef(new AbortController());
  const hear = useEffectEvent(onText);

  async function start(): Promise<void> {
    stopping.current = new AbortController();
    const { signal } = stopping.current;
    setState('starting');
    const opened = await openCamera();
    if (!(opened instanceof MediaStream)) return signal.aborted ? undefined : setState(opened);
    signal.addEventListener('abort', () => endStream(opened));
    if (signal.aborted || !video.current) return endStream(opened);
    video.current.srcObject = opened;
    await video.current.play();
    setState('on');
    await watch(video.current, signal, hear);
  }

  function stop(): void {
    stopping.current.abort();
    setState('off');
  }

  useEffect(() => () => stopping.current.abort(), []);
  return { video, state, start, stop };
}

const endStream = (stream: MediaStream): void => stream.getTracks().forEach((track) => track.stop());

async function openCamera(): Promise<MediaStream | CameraProblem> {
  // Absent on pages without https, but for localhost.
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

/** Reads one frame after the other, until the camera is stopped. */
async function watch(video: HTMLVideoElement, signal: AbortSignal, onText: (text: string) => boolean): Promise<void> {
  const read = await loadQrReader();
  const look = async (): Promise<void> => {
    if (signal.aborted) return;
    const frame = takePixels(video, video.videoWidth, video.videoHeight);
    const text = frame && (await read(frame));
    if (signal.aborted) return;
    if (text !== undefined && onText(text)) return;
    video.requestVideoFrameCallback(() => void look());
  };
  await look();
}
