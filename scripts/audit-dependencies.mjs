import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './root.mjs';
import { CommandFailure, runCommandLine, say } from './say.mjs';

/**
 * `npm run audit:dependencies`: writes the software bill of materials (CycloneDX) and
 * verifies the registry's signature of every installed package. `--strict`: fails also where the signatures cannot be verified, because
 * the registry or its keys cannot be reached. The bill also names the packages for development and marks them, because those of the
 * pages are among them: the pages are built before the product runs.
 */
const target = path.join(root, '.cache', 'sbom.cdx.json');

if (process.argv[1] === import.meta.filename) {
  await runCommandLine(async () => {
    const bill = billOfMaterials(npm(['sbom', '--sbom-format', 'cyclonedx']));
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, `${JSON.stringify(bill, null, 2)}\n`);
    say(`${path.relative(root, target)}: ${bill.components.length} packages in CycloneDX ${bill.specVersion}.`);
    const verdict = judgeSignatures(npm(['audit', 'signatures', '--json', '--fetch-retries=0']));
    if (!verdict.ok || (!verdict.isVerified && process.argv.includes('--strict')))
      throw new CommandFailure(verdict.line);
    say(verdict.line);
  });
}

/** The bill that npm prints, under the name of the project instead of its folder. @param {string} printed */
export function billOfMaterials(printed) {
  const bill = JSON.parse(printed);
  if (bill.bomFormat !== 'CycloneDX') throw new CommandFailure('npm wrote no bill of materials in CycloneDX.');
  const { name } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  bill.metadata.component.name = name;
  return bill;
}

/**
 * Whether the signatures are good, from the JSON that `npm audit signatures` prints. A network without the registry's keys is no fault of
 * a package: `isVerified` is false and `ok` stays true.
 * @param {string} printed
 */
export function judgeSignatures(printed) {
  const { invalid, missing, error } = JSON.parse(printed);
  if (error !== undefined) {
    return {
      ok: true,
      isVerified: false,
      line: `Signatures were not verified: ${String(error.summary).split('\n')[0]}`,
    };
  }
  const names = [...invalid, ...missing].map((/** @type {{ name: string }} */ each) => each.name);
  return names.length === 0
    ? { ok: true, isVerified: true, line: 'Every installed package has a valid signature of the registry.' }
    : { ok: false, isVerified: true, line: `Without a valid signature of the registry: ${names.join(', ')}.` };
}

/** What npm prints on standard output, also where it ends with an error. @param {string[]} words */
export function npm(words) {
  const cli = process.env['npm_execpath'];
  const isNpm = cli !== undefined && path.basename(cli) === 'npm-cli.js';
  const [program, ...first] = isNpm ? [process.execPath, cli] : ['npm'];
  const run = spawnSync(program, [...first, ...words], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (run.error) throw new CommandFailure(`npm does not start: ${run.error.message}`);
  if (run.stdout.trim() === '') throw new CommandFailure(`npm ${words.join(' ')} failed:\n${run.stderr.trim()}`);
  return run.stdout;
}
