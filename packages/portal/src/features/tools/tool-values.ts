import { createToolBody, updateToolBody } from '@basics/contract/tools.ts';
import type { AddOn, Tool } from '@basics/contract/tools.ts';
import { limits } from '@basics/contract/limits.ts';
import { toNestErrors } from '@hookform/resolvers';
import type { FieldErrors, Resolver } from 'react-hook-form';

export type AddOnValues = { id: string; name: string; bit: string; retired: boolean };

/** A tool as its fields hold it; numbers are text there. */
export type ToolValues = {
  id: string;
  code: string;
  name: string;
  maxMajor: string;
  retired: boolean;
  addOns: AddOnValues[];
};

export const emptyTool: ToolValues = {
  id: '',
  code: '',
  name: '',
  maxMajor: String(limits.tool.major),
  retired: false,
  addOns: [],
};

const addOnValues = ({ id, name, bit, retired }: AddOn): AddOnValues => ({ id, name, bit: String(bit), retired });

export const valuesOf = (tool: Tool): ToolValues => ({
  id: tool.id,
  code: String(tool.code),
  name: tool.name,
  maxMajor: String(tool.maxMajor),
  retired: tool.retired,
  addOns: tool.addOns.map(addOnValues),
});

const numberIn = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

const addOnsIn = (addOns: readonly AddOnValues[]) =>
  addOns.map(({ id, name, bit, retired }) => ({ id: id.trim(), name: name.trim(), bit: numberIn(bit), retired }));

/** What the contract makes of a new tool. */
export const readNew = ({ id, code, name, maxMajor, addOns }: ToolValues) =>
  createToolBody.safeParse({
    id: id.trim(),
    code: numberIn(code),
    name: name.trim(),
    maxMajor: numberIn(maxMajor),
    addOns: addOnsIn(addOns),
  });

/** What the contract makes of a change. */
export const readChange = ({ name, maxMajor, retired, addOns }: ToolValues, version: number) =>
  updateToolBody.safeParse({
    version,
    name: name.trim(),
    maxMajor: numberIn(maxMajor),
    retired,
    addOns: addOnsIn(addOns),
  });

/** Puts the words of the contract at the fields; `version` is that of a tool which is there already. */
export const resolverFor =
  (version: number | null): Resolver<ToolValues> =>
  (values, _context, options) => {
    const read = version === null ? readNew(values) : readChange(values, version);
    if (read.success) return { values, errors: {} };
    const flat: FieldErrors = {};
    for (const { path, message } of read.error.issues) flat[path.join('.')] ??= { type: 'custom', message };
    return { values: {}, errors: toNestErrors(flat, options) };
  };

/** The lowest bit that no add-on has; null when all are taken. */
export function freeBit(addOns: readonly AddOnValues[]): number | null {
  const taken = new Set(addOns.map(({ bit }) => Number(bit)));
  for (let bit = 0; bit <= limits.tool.bit; bit += 1) if (!taken.has(bit)) return bit;
  return null;
}

export const differ = (one: ToolValues, other: ToolValues): boolean => JSON.stringify(one) !== JSON.stringify(other);
