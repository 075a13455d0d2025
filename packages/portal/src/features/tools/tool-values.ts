import { createToolBody, updateToolBody } from '@basics/contract/tools.ts';
import type { AddOn, Tool } from '@basics/contract/tools.ts';
import { limits } from '@basics/contract/limits.ts';
import { toNestErrors } from '@hookform/resolvers';
import type { FieldErrors, Resolver } from 'react-hook-form';

export type AddOnValues = { id: string; name: string; bit: string; retired: boolean };

/** The field values of a tool; numbers are text. */
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

const toAddOnValues = ({ id, name, bit, retired }: AddOn): AddOnValues => ({ id, name, bit: String(bit), retired });

export const toValues = (tool: Tool): ToolValues => ({
  id: tool.id,
  code: String(tool.code),
  name: tool.name,
  maxMajor: String(tool.maxMajor),
  retired: tool.retired,
  addOns: tool.addOns.map(toAddOnValues),
});

const parseNumber = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

const readAddOns = (addOns: readonly AddOnValues[]) =>
  addOns.map(({ id, name, bit, retired }) => ({ id: id.trim(), name: name.trim(), bit: parseNumber(bit), retired }));

/** Checks a new tool with the schema of the contract. */
export const readNew = ({ id, code, name, maxMajor, addOns }: ToolValues) =>
  createToolBody.safeParse({
    id: id.trim(),
    code: parseNumber(code),
    name: name.trim(),
    maxMajor: parseNumber(maxMajor),
    addOns: readAddOns(addOns),
  });

/** Checks a change with the schema of the contract. */
export const readChange = ({ name, maxMajor, retired, addOns }: ToolValues, version: number) =>
  updateToolBody.safeParse({
    version,
    name: name.trim(),
    maxMajor: parseNumber(maxMajor),
    retired,
    addOns: readAddOns(addOns),
  });

/** Adds the error messages of the contract to the fields; `version` is that of an existing tool. */
export const createResolver =
  (version: number | null): Resolver<ToolValues> =>
  (values, _context, options) => {
    const read = version === null ? readNew(values) : readChange(values, version);
    if (read.success) return { values, errors: {} };
    const flat: FieldErrors = {};
    for (const { path, message } of read.error.issues) flat[path.join('.')] ??= { type: 'custom', message };
    return { values: {}, errors: toNestErrors(flat, options) };
  };

/** Returns the lowest bit that no add-on uses; null when all are used. */
export function findFreeBit(addOns: readonly AddOnValues[]): number | null {
  const taken = new Set(addOns.map(({ bit }) => Number(bit)));
  for (let bit = 0; bit <= limits.tool.bit; bit += 1) if (!taken.has(bit)) return bit;
  return null;
}

export const areDifferent = (one: ToolValues, other: ToolValues): boolean =>
  JSON.stringify(one) !== JSON.stringify(other);
