/** Called with the token that the server refused; null when the call had none. */
type Listener = (token: string | null) => void;

const listeners = new Set<Listener>();

/** Subscribes to every 401; returns a function that unsubscribes. */
export function onSessionLost(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const announceSessionLost: Listener = (token) => {
  for (const listener of listeners) listener(token);
};
