// SPDX-License-Identifier: Apache-2.0
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  check,
  createFingerprint,
  describe,
  findNextChange,
  hasAddOn,
  makeCode,
  makeReturnCode,
  PcNotIdentifiedError,
  printCheckedLines,
  readLicence,
  readReturnCode,
  readRevocationList,
  readVerificationCode,
  relateFingerprints,
  toMachineName,
  verifyEd25519,
} from 'basics-licence';
import { createTool, readLinuxMachine, readMacMachine, readWindowsMachine, ToolProblem } from 'basics-licence/tool';

// Reads the lines of the conformance test from standard input and prints the answer to each line, see
// docs/conformance.md. Run this script in a folder in which the package `basics-licence` is installed.

const reasons = /** @type {const} */ (['new', 'renew', 'moved']);
const components = ['machine-id', 'board-id', 'system-disk', 'network-card', 'smbios-uuid'];

/** @param {string} field */
const bytesOf = (field) => new Uint8Array(Buffer.from(field, 'hex'));
/** @param {string} field */
const textOf = (field) => Buffer.from(field, 'hex').toString('utf8');
/** @param {string} field */
const listOf = (field) => (field === '' ? [] : field.split(','));
/** @param {Uint8Array} bytes */
const toHex = (bytes) => Buffer.from(bytes).toString('hex');
/** @param {string[]} fields */
const factsOf = (fields) =>
  Object.fromEntries(components.map((name, index) => [name, listOf(fields[index] ?? '').map(textOf)]));

/** @param {{ code: string, found?: number | string, expected?: number | string, detail?: string, line?: number | string }} refusal */
const formatRefusal = ({ code, found = '', expected = '', detail = '', line = '' }) => [
  'refusal',
  code,
  found,
  expected,
  detail,
  line,
];

/** Reads a recorded PC: what programs of Windows or macOS have printed, or the folders of Linux. @param {string} folder */
function readRecordedMachine(folder) {
  /** @param {string} program */
  const runRecorded = (program) => readFileSync(join(folder, basename(program)), 'utf8');
  if (existsSync(join(folder, 'powershell.exe'))) return readWindowsMachine(runRecorded);
  return existsSync(join(folder, 'ioreg')) ? readMacMachine(runRecorded) : readLinuxMachine(folder);
}

/** @type {Record<string, (...fields: string[]) => (string | number)[] | Promise<(string | number)[]>>} */
const answerFunctions = {
  'verification-code'(text) {
    const reading = readVerificationCode(textOf(text));
    if (!reading.ok) return formatRefusal(reading.refusal);
    const { reason, toolId, toolVersion, fingerprint, nonce, createdAt, machineName, isVirtual, isStandIn } =
      reading.value.claims;
    const { major, minor, patch } = toolVersion;
    const name = Buffer.from(machineName).toString('hex');
    const flags = [Number(isVirtual ?? false), Number(isStandIn ?? false)];
    return ['ok', reason, toolId, major, minor, patch, toHex(fingerprint), toHex(nonce), createdAt, name, ...flags];
  },
  licence(text, keys) {
    const reading = readLicence(textOf(text), listOf(keys));
    if (!reading.ok) return formatRefusal(reading.refusal);
    const { licenceId, carrier, trial, bridge, tool, machine, expiresAt } = reading.value;
    return ['ok', licenceId, carrier, Number(trial), Number(bridge), tool.id, toHex(machine.fingerprint), expiresAt];
  },
  'revocation-list'(text, keys) {
    const reading = readRevocationList(textOf(text), listOf(keys));
    if (!reading.ok) return formatRefusal(reading.refusal);
    const { list } = reading.value;
    return ['ok', list.toolId, list.seq, list.ids.join(','), list.keys.join(',')];
  },
  check(text, keys, ...fields) {
    const [now, toolId, major, highWaterMark, denied = '', revoked = '', ...facts] = fields;
    const reading = readLicence(textOf(text), listOf(keys));
    if (!reading.ok) return formatRefusal(reading.refusal);
    const { code, allowed } = check(reading.value, {
      now: Number(now),
      facts: factsOf(facts),
      toolId: Number(toolId),
      toolVersion: { major: Number(major), minor: 0, patch: 0 },
      highWaterMark: Number(highWaterMark),
      deniedIds: listOf(denied),
      revokedLicenceIds: listOf(revoked),
    });
    return ['ok', code, Number(allowed)];
  },
  'add-on'(text, keys, tools, addOn) {
    const reading = readLicence(textOf(text), listOf(keys));
    if (!reading.ok) return formatRefusal(reading.refusal);
    return ['ok', Number(hasAddOn(reading.value, textOf(addOn), textOf(tools)))];
  },
  pc(root, state) {
    const machine = readRecordedMachine(textOf(root));
    const isVirtual = Number(machine.virtualMachine !== undefined);
    if (state === '') return ['ok', toHex(createFingerprint(machine.facts)), isVirtual, 0];
    const folder = textOf(state);
    const version = { major: 1, minor: 0, patch: 0 };
    const tool = createTool({ toolId: 7, version, folder, secondFolder: folder, readMachine: () => machine });
    const { fingerprint, isStandIn } = tool.makeVerificationCode().claims;
    return ['ok', toHex(fingerprint), isVirtual, Number(isStandIn)];
  },
  fingerprint: (licensed, ...facts) => ['ok', toHex(createFingerprint(factsOf(facts), bytesOf(licensed)))],
  'machine-name': (name) => ['ok', Buffer.from(toMachineName(textOf(name))).toString('hex')],
  'make-code'(reason, toolId, ...fields) {
    const [major, minor, patch, nonce = '', createdAt, machineName = '', ...more] = fields;
    const [isVirtual, isStandIn, licensed = '', ...facts] = more;
    const claims = {
      reason: reasons.find((name) => name === reason) ?? 'new',
      toolId: Number(toolId),
      toolVersion: { major: Number(major), minor: Number(minor), patch: Number(patch) },
      nonce: bytesOf(nonce),
      createdAt: Number(createdAt),
      machineName: textOf(machineName),
      isVirtual: isVirtual === '1',
      isStandIn: isStandIn === '1',
    };
    try {
      return ['ok', makeCode({ ...claims, facts: factsOf(facts), licensed: bytesOf(licensed) })];
    } catch (error) {
      if (error instanceof PcNotIdentifiedError) return formatRefusal(error);
      throw error;
    }
  },
  'checked-lines': (text) => ['ok', printCheckedLines(text).join(',')],
  'return-code'(text) {
    const reading = readReturnCode(textOf(text));
    if (!reading.ok) return formatRefusal(reading.refusal);
    const { toolId, licenceId, returnedAt } = reading.value.claims;
    return ['ok', toolId, licenceId, returnedAt];
  },
  'make-return-code': (toolId, licenceId = '', returnedAt = '') => [
    'ok',
    makeReturnCode({ toolId: Number(toolId), licenceId, returnedAt: Number(returnedAt) }),
  ],
  relation: (left, right) => ['ok', relateFingerprints(bytesOf(left), bytesOf(right))],
  text(code, product) {
    const { sentence, nextStep } = describe(code, textOf(product));
    return ['ok', Buffer.from(sentence).toString('hex'), Buffer.from(nextStep).toString('hex')];
  },
  ed25519: (key, message, signature) => [
    'ok',
    Number(verifyEd25519(bytesOf(key), bytesOf(message), bytesOf(signature))),
  ],
  steps(keys, toolId, major, ...stepFields) {
    const homeFolder = mkdtempSync(join(tmpdir(), 'basics-steps-'));
    const [folder, secondFolder] = [join(homeFolder, 'state'), join(homeFolder, 'second')];
    let now = 0;
    const tool = createTool({
      toolId: Number(toolId),
      version: { major: Number(major), minor: 0, patch: 0 },
      publicKeys: listOf(keys).map(bytesOf),
      folder,
      secondFolder,
      readMachine: () => ({ name: '', facts: factsOf(stepFields) }),
      now: () => now,
      latestChange: () => 0,
    });
    const stepCodes = [];
    for (let index = 5; index < stepFields.length; index += 3) {
      const [step = '', time, text = ''] = stepFields.slice(index, index + 3);
      now = Number(time);
      stepCodes.push(runStep(step, tool, textOf(text), { folder, secondFolder, now }));
    }
    rmSync(homeFolder, { recursive: true });
    return ['ok', stepCodes.join(',')];
  },
  // Installs a licence, and waits for the first callback of `watch`, with the clock of the PC.
  async watch(keys, toolId, major, ...watchFields) {
    const home = mkdtempSync(join(tmpdir(), 'basics-watch-'));
    const tool = createTool({
      toolId: Number(toolId),
      version: { major: Number(major), minor: 0, patch: 0 },
      publicKeys: listOf(keys).map(bytesOf),
      folder: join(home, 'state'),
      secondFolder: join(home, 'second'),
      readMachine: () => ({ name: '', facts: factsOf(watchFields) }),
    });
    tool.install(textOf(watchFields[5] ?? ''));
    const finding = await new Promise((resolve) => {
      const limit = setTimeout(() => resolve({ code: 'nothing' }), 30_000);
      const stop = tool.watch(14, (found) => {
        stop();
        clearTimeout(limit);
        resolve(found);
      });
    });
    rmSync(home, { recursive: true });
    return ['ok', finding.code, finding.verdict?.daysLeft ?? ''];
  },
};

/** @type {Record<string, { first: string, second?: string }>} */
const fileNames = {
  licence: { first: 'licence' },
  record: { first: 'memory.json', second: 'memory-7.json' },
  returned: { first: 'returned', second: 'returned-7' },
  revocations: { first: 'revocations', second: 'revocations-7' },
};

/**
 * @param {string} step @param {import('basics-licence/tool').Tool} tool @param {string} text
 * @param {{ folder: string, secondFolder: string, now: number }} circumstances
 */
function runStep(step, tool, text, { folder, secondFolder, now }) {
  const [verb = '', name = ''] = step.split(/-(.*)/);
  const { first = '', second } = fileNames[name.replace('second-', '')] ?? {};
  const paths = [join(folder, first), ...(second === undefined ? [] : [join(secondFolder, second)])];
  const [firstPath = '', secondPath = ''] = paths;
  try {
    if (verb === 'install') return tool.install(text).code;
    if (verb === 'revocations') return tool.takeRevocations(text).code;
    if (verb === 'status') {
      const { code, recordStored } = tool.status();
      return recordStored === false ? `${code}/not-stored` : code;
    }
    if (verb === 'code') {
      const { reason, fingerprint } = tool.makeVerificationCode().claims;
      return `${reason}/${toHex(fingerprint)}`;
    }
    if (verb === 'days') return String(tool.status().verdict?.daysLeft ?? 'none');
    if (verb === 'next') {
      const { licence } = tool.status();
      return String((licence && findNextChange(licence, Number(text), now)) ?? 'none');
    }
    if (verb === 'return') {
      const returnResult = tool.returnLicence();
      return returnResult.ok ? returnResult.text : returnResult.finding.code;
    }
  } catch (problem) {
    if (problem instanceof ToolProblem) return problem.code;
    throw problem;
  }
  if (verb === 'files') return readdirSync(folder).toSorted().join('+');
  if (verb === 'drop') rmSync(name.startsWith('second-') ? secondPath : firstPath);
  if (verb === 'put') writeFileSync(firstPath, text);
  if (verb === 'folder') {
    rmSync(firstPath, { force: true });
    mkdirSync(firstPath);
  }
  for (const path of paths) {
    if (verb === 'lose') rmSync(path);
    // A folder has the name of the temporary file, so the file cannot be written.
    else if (verb === 'block') mkdirSync(`${path}.tmp`, { recursive: true });
  }
  if (verb === 'unblock')
    for (const each of [folder, secondFolder])
      for (const file of readdirSync(each)) if (file.endsWith('.tmp')) rmdirSync(join(each, file));
  return 'DONE';
}

for await (const line of createInterface({ input: process.stdin })) {
  const [kind = '', ...fields] = line.split('\t');
  process.stdout.write(`${((await answerFunctions[kind]?.(...fields)) ?? []).join('\t')}\n`);
}
