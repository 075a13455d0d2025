import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import { licenses as texts } from '#portal/texts/licenses.ts';

/** The known tools by their number in a code. The page shows these names until the server has answered. */
const toolsByNumber = new Map([[7, { id: 'basics', name: 'Basics' }]]);

/** Returns the id and name of the tool that created a code, or its number if the tool is unknown. */
export const findToolName = ({ claims }: VerificationCode): { id: string; name: string } =>
  toolsByNumber.get(claims.toolId) ?? { id: String(claims.toolId), name: texts.codeCheck.toolNumber(claims.toolId) };

export const formatVersion = ({ claims: { toolVersion } }: VerificationCode): string =>
  `${toolVersion.major}.${toolVersion.minor}.${toolVersion.patch}`;

export const formatMachineOfCode = ({ claims }: VerificationCode): string => formatMachine(claims.machineName);

/** Returns the name of a PC, or a placeholder if the name is empty. */
export const formatMachine = (machineName: string): string => machineName || texts.codeCheck.unnamed;
