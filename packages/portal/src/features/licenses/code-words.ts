import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import { licenses as texts } from '#portal/texts/licenses.ts';

/** The tools by the number in a code, for the page before the server has answered. */
const toolsByNumber = new Map([[7, { id: 'basics', name: 'Basics' }]]);

/** Returns the name of the tool that made a code, or its number if the portal does not know it. */
export const findToolName = ({ claims }: VerificationCode): { id: string; name: string } =>
  toolsByNumber.get(claims.toolId) ?? { id: String(claims.toolId), name: texts.readBack.toolNumber(claims.toolId) };

export const formatVersion = ({ claims: { toolVersion } }: VerificationCode): string =>
  `${toolVersion.major}.${toolVersion.minor}.${toolVersion.patch}`;

export const formatMachineOfCode = ({ claims }: VerificationCode): string => formatMachine(claims.machineName);

/** Returns the name of a PC; a code may contain none. */
export const formatMachine = (name: string): string => name || texts.readBack.unnamed;
