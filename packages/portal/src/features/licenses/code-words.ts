import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import { licenses as texts } from '#portal/texts/licenses.ts';

/** The tools by the number that a code carries, for what is said of a code before the server has been asked. */
const toolsByNumber = new Map([[7, { id: 'basics', name: 'Basics' }]]);

/** The tool that made a code; one that the portal does not know goes by its number. */
export const toolOf = ({ claims }: VerificationCode): { id: string; name: string } =>
  toolsByNumber.get(claims.toolId) ?? { id: String(claims.toolId), name: texts.readBack.toolNumber(claims.toolId) };

export const versionOf = ({ claims: { toolVersion } }: VerificationCode): string =>
  `${toolVersion.major}.${toolVersion.minor}.${toolVersion.patch}`;

export const machineOf = ({ claims }: VerificationCode): string => machineWords(claims.machineName);

/** A PC by its name; a code may come without one. */
export const machineWords = (name: string): string => name || texts.readBack.unnamed;
