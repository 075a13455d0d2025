import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findNpm } from './find-npm.mjs';
import { root } from './root.mjs';
import { CommandFailure, runCommandLine, say } from './say.mjs';

/**
 * `npm run audit:dependencies`: writes the software bill of materials (CycloneDX) and verifies the registry's signature of every installed
 * package. With `--strict`, the command also fails if the signatures cannot be verified because the registry or its keys cannot be reached.
 * The bill of materials also includes the development packages and marks them as such. The development packages include the packages of the
 * pages, because the pages are built before the product runs.
 */
const billFile = path.join(root, '.cache', 'sbom.cdx.json');

if (process.argv[1] === import.meta.filename) {
  await runCommandLine(async () => {
    const bill = parseBillOfMaterials(runNpm(['sbom', '--sbom-format', 'cyclonedx']));
    mkdirSync(path.dirname(billFile), { recursive: true });
    writeFileSync(billFile, `${JSON.stringify(bill, null, 2)}\n`);
    say(`${path.relative(root, billFile)}: ${bill.components.length} packages in CycloneDX ${bill.specVersion}.`);
    const verdict = judgeSignatures(runNpm(['audit', 'signatures', '--json', '--fetch-retries=0']));
    if (!verdict.ok || (!verdict.isVerified && process.argv.includes('--strict')))
      throw new CommandFailure(verdict.line);
    say(verdict.line);
  });
}

/**
 * Parses the bill of materials that npm prints, and replaces its name, which is the name of the folder, by the name of the project.
 * @param {string} npmOutput
 */
export function parseBillOfMaterials(npmOutput) {
  const bill = JSON.parse(npmOutput);
  if (bill.bomFormat !== 'CycloneDX') throw new CommandFailure('npm wrote no bill of materials in CycloneDX.');
  const { name } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  bill.metadata.component.name = name;
  return bill;
}

/**
 * Decides whether the signatures are valid, from the JSON that `npm audit signatures` prints. If the registry's keys cannot be reached,
 * `isVerified` is false, but `ok` stays true, because no package is at fault.
 * @param {string} npmOutput
 */
export function judgeSignatures(npmOutput) {
  const { invalid, missing, error } = JSON.parse(npmOutput);
  if (error !== undefined) {
    return {
      ok: true,
      isVerified: false,
      line: `Signatures were not verified: ${String(error.summary).split('\n')[0]}`,
    };
  }
  const unverifiedNames = [...invalid, ...missing].map(
    (/** @type {{ name: string }} */ installedPackage) => installedPackage.name,
  );
  return unverifiedNames.length === 0
    ? { ok: true, isVerified: true, line: 'Every installed package has a valid signature of the registry.' }
    : {
        ok: false,
        isVerified: true,
        line: `Without a valid signature of the registry: ${unverifiedNames.join(', ')}.`,
      };
}

/** Runs npm and returns its standard output, even if npm fails. @param {string[]} options */
export function runNpm(options) {
  const [program, ...firstArguments] = findNpm();
  const run = spawnSync(program, [...firstArguments, ...options], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (run.error) throw new CommandFailure(`npm does not start: ${run.error.message}`);
  if (run.stdout.trim() === '') throw new CommandFailure(`npm ${options.join(' ')} failed:\n${run.stderr.trim()}`);
  return run.stdout;
}
