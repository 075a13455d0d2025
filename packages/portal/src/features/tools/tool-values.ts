import { createToolBody, changedTool, type AddOn, type Tool } from '@basics/contract/tools/tools.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { toNestErrors } from '@hookform/resolvers';
import type { FieldErrors, Resolver } from 'react-hook-form';

export type AddOnValues = { id: string; name: string; bit: string; retired: boolean };

/** The form values of a tool. Numbers are stored as text. */
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

export const toToolValues = (tool: Tool): ToolValues => ({
  id: tool.id,
  code: String(tool.code),
  name: tool.name,
  maxMajor: String(tool.maxMajor),
  retired: tool.retired,
  addOns: tool.addOns.map(toAddOnValues),
});

const parseNumber = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

const parseAddOns = (addOns: readonly AddOnValues[]) =>
  addOns.map(({ id, name, bit, retired }) => ({ id: id.trim(), name: name.trim(), bit: parseNumber(bit), retired }));

/** Parses a new tool with the schema of the API contract. */
export const parseNewTool = ({ id, code, name, maxMajor, addOns }: ToolValues) =>
  createToolBody.safeParse({
    id: id.trim(),
    code: parseNumber(code),
    name: name.trim(),
    maxMajor: parseNumber(maxMajor),
    addOns: parseAddOns(addOns),
  });

/** Parses a changed tool with the schema of the API contract. */
export const parseChangedTool = ({ name, maxMajor, retired, addOns }: ToolValues, version: number) =>
  changedTool.safeParse({
    version,
    name: name.trim(),
    maxMajor: parseNumber(maxMajor),
    retired,
    addOns: parseAddOns(addOns),
  });

/**
 * Creates the validation function for the form library, which shows the error messages of the API contract. `version` is null for a new
 * tool.
 */
export const createToolResolver =
  (version: number | null): Resolver<ToolValues> =>
  (values, _context, options) => {
    const parsedTool = version === null ? parseNewTool(values) : parseChangedTool(values, version);
    if (parsedTool.success) return { values, errors: {} };
    const fieldErrors: FieldErrors = {};
    for (const { path, message } of parsedTool.error.issues)
      fieldErrors[path.join('.')] ??= { type: 'custom', message };
    return { values: {}, errors: toNestErrors(fieldErrors, options) };
  };

/** Returns the lowest bit that no add-on uses; null when all are used. */
export function findFreeBit(addOns: readonly AddOnValues[]): number | null {
  const usedBits = new Set(addOns.map(({ bit }) => Number(bit)));
  for (let bit = 0; bit <= limits.tool.bit; bit += 1) if (!usedBits.has(bit)) return bit;
  return null;
}

export const hasChangedValues = (firstValues: ToolValues, secondValues: ToolValues): boolean =>
  JSON.stringify(firstValues) !== JSON.stringify(secondValues);
