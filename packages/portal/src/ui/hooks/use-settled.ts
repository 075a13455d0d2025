import { useEffect, useState } from 'react';

/** Returns a value after it has not changed for `milliseconds`, so that there is no request for each typed character. */
export function useDebounced<Value>(value: Value, milliseconds = 200): Value {
  const [debouncedValue, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return debouncedValue;
}
