/** Told the token that the server no longer accepts; null when the call carried none. */
type Listener = (token: string | null) => void;

const listeners = new Set<Listener>();

/** Hears of every 401; gives back the way to stop listening. */
export function onSessionLost(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const announceSessionLost: Listener = (token) => {
  for (const listener of listeners) listener(token);
};
