import { vi } from 'vitest';

const encodeText = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;

/** Replaces the browser's dialog for passkeys: each call ends with the given result, and its options are recorded. */
export function answerPasskeyWindow(dialogResult: 'used' | 'closed' | 'known'): { listRequests: () => unknown[] } {
  const finishDialog = async (): Promise<Credential> => {
    if (dialogResult === 'closed') throw new DOMException('The operation was not allowed.', 'NotAllowedError');
    if (dialogResult === 'known') throw new DOMException('It is registered already.', 'InvalidStateError');
    return credential;
  };
  const getSpy = vi.spyOn(navigator.credentials, 'get').mockImplementation(finishDialog);
  const createSpy = vi.spyOn(navigator.credentials, 'create').mockImplementation(finishDialog);
  return { listRequests: () => [...getSpy.mock.calls, ...createSpy.mock.calls].map(([options]) => options) };
}

const credential = {
  id: 'a2V5',
  rawId: encodeText('key'),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  getClientExtensionResults: () => ({}),
  response: {
    clientDataJSON: encodeText('{}'),
    authenticatorData: encodeText('data'),
    signature: encodeText('signature'),
    userHandle: null,
    attestationObject: encodeText('attestation'),
    getTransports: () => ['internal'],
  },
};

/** The server's options for using a passkey, and for creating one. */
export const passkeyOptions = {
  token: 'question-1',
  options: {
    challenge: 'Y2hhbGxlbmdl',
    rpId: location.hostname,
    timeout: 60_000,
    userVerification: 'required' as const,
  },
};

export const newPasskeyOptions = {
  token: 'question-2',
  options: {
    challenge: 'Y2hhbGxlbmdl',
    rp: { id: location.hostname, name: 'Basics Portal' },
    user: { id: 'NDI', name: 'ada', displayName: 'Ada' },
    pubKeyCredParams: [{ type: 'public-key' as const, alg: -7 }],
    timeout: 60_000,
    attestation: 'none' as const,
    excludeCredentials: [],
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
  },
};
