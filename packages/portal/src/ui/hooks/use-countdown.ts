import { useEffect, useState } from 'react';

/** Returns the whole seconds until a time (milliseconds), updated every second; 0 when the time has passed or is null. */
export function useCountdown(until: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  const isOver = until === null || until <= now;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [isOver]);
  return isOver ? 0 : Math.ceil((until - now) / 1000);
}

/** Formats seconds as minutes and seconds: `272` as `4:32`. */
export const formatMinutesAndSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
