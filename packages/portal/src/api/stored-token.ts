import { storageKeys } from '@basics/contract/limits.ts';

/** The session token, stored where the specification puts it: local storage, key `token`; null when signed out. */
export const readToken = (): string | null => localStorage.getItem(storageKeys.token);

export const storeToken = (token: string): void => localStorage.setItem(storageKeys.token, token);

export const removeToken = (): void => localStorage.removeItem(storageKeys.token);
