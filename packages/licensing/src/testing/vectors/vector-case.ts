/** A refusal as a reader reports it; a count or detail that is absent is not compared. */
export type ExpectedRefusal = { refusal: string; found?: number; expected?: number; detail?: string };

/** One case of `sdk/vectors.json`. Bytes are lower-case hex, times are Unix seconds. */
export type VectorCase = { id: string } & (
  | { kind: 'verification-code'; text: string; expect: ExpectedClaims | ExpectedRefusal }
  | { kind: 'licence'; text: string; keys: string[]; expect: ExpectedLicence | ExpectedRefusal }
  | { kind: 'revocation-list'; text: string; keys: string[]; expect: ExpectedList | ExpectedRefusal }
  | { kind: 'check'; text: string; keys: string[]; at: CheckedAt; expect: { code: string; allowed: boolean } }
  | { kind: 'fingerprint'; facts: Record<string, string>; expect: string }
  | { kind: 'relation'; left: string; right: string; expect: 'same' | 'changed' | 'different' }
  | { kind: 'ed25519'; publicKey: string; message: string; signature: string; expect: boolean }
);

export type ExpectedClaims = {
  reason: string;
  toolId: number;
  toolVersion: { major: number; minor: number; patch: number };
  fingerprint: string;
  nonce: string;
  createdAt: number;
  machineName: string;
};

export type ExpectedLicence = {
  licenceId: string;
  carrier: string;
  toolId: number;
  fingerprint: string;
  expiresAt: number;
};

export type ExpectedList = { toolId: number; seq: number; ids: string[]; keys: string[] };

/** The PC and the tool that check the licence; `facts` are those of the PC. */
export type CheckedAt = {
  now: number;
  facts: Record<string, string>;
  toolId: number;
  toolMajor: number;
  highWaterMark: number;
  denied: string[];
  revoked: string[];
};
