/** A function that is called with the token that the server refused; null if the call had no token. */
type Listener = (token: string | null) => void;

const listeners = new Set<Listener>();

/** Calls the listener for every response with the status 401. Returns a function that unsubscribes it. */
export function onSessionLost(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const announceSessionLost: Listener = (token) => {
  for (const listener of listeners) listener(token);
};
