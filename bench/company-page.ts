/**
 * Measures the page of a company with 200 people and 1,500 PCs: `node bench/company-page.ts [customers] [folder] [runs]`, beside 1,000,000
 * other customers by default. Prints the CPU time of each request of the page, and how fast its first rows appear on a slow phone, as the
 * median of the runs. The filled demo is kept in the folder for the next run.
 */
import { join } from 'node:path';
import { withDemoFolder } from './demo-folder.ts';
import { call, startDemo, stopDemo, type DemoPortal } from './demo-portal.ts';
import { readCpuSeconds } from './portal-process.ts';
import { addLargeCompany } from './large-company.ts';
import { median } from './median.ts';
import { formatTable } from './report.ts';
import { printPageTimes } from './slow-phone.ts';

const customers = Number(process.argv[2] ?? 1_000_000);
const storeFolder = process.argv[3];
const runCount = Number(process.argv[4] ?? 3);
const roundCount = 5;
/** Linux counts the CPU time in hundredths of a second. */
const requestsPerRound = 40;

await withDemoFolder(customers, storeFolder, async (folder) => {
  const companyId = await addLargeCompany(join(folder, 'portal.db'));
  const portal = await startDemo(folder, { HUMAN_VERIFICATION: 'off' });
  try {
    process.stdout.write(`${await measureRequests(portal, companyId)}\n\n`);
    const page = { path: `/companies/${companyId}`, signedIn: true, shown: 'main a[href^="/license/"]' };
    await printPageTimes(
      portal.url.replace('127.0.0.1', 'localhost'),
      [
        { name: 'company', ...page },
        { name: 'company, second visit', ...page, again: true },
      ],
      runCount,
    );
  } finally {
    await stopDemo(portal, 'SIGTERM');
  }
});

/** Returns a table with the CPU time of each request that the page sends. */
async function measureRequests(portal: DemoPortal, companyId: number): Promise<string> {
  const inUse = { state: 'inUse', keyword: '', pageNumber: 1, sort: { field: 'expiryDate', direction: 'asc' } };
  const requests: [label: string, path: string, body?: object][] = [
    ['company', ''],
    ['seats', '/seats'],
    ['members', '/members'],
    ['candidates', '/candidates'],
    ['invitations', '/invitations'],
    ['recovery', '/recovery'],
    ['agents', '/agents'],
    ['timeline', '/timeline'],
    ['assignees', '/assignee'],
    ['the next PC', '/pc/search', { ...inUse, pageSize: 1 }],
    ['PCs in use', '/pc/search', inUse],
    ['PCs in use, keyword', '/pc/search', { ...inUse, keyword: 'draw-14' }],
    ['ended PCs', '/pc/search', { ...inUse, state: 'ended' }],
    ['removed PCs', '/pc/search', { ...inUse, state: 'removed', sort: { field: 'name', direction: 'asc' } }],
    ['customers', '/customer/search', {}],
  ];
  const samples = requests.map((): number[] => []);
  const sizes: number[] = [];
  // The first round is not counted: Node.js has not compiled the code yet, and the jobs of the start still run.
  for (let round = 0; round <= roundCount; round += 1)
    for (const [at, [, path, body]] of requests.entries()) {
      const startCpu = readCpuSeconds(portal.process.pid);
      for (let attempt = 0; attempt < requestsPerRound; attempt += 1) {
        const response = await call(portal, `/company/${companyId}${path}`, body);
        sizes[at] = (await response.arrayBuffer()).byteLength;
      }
      const cpuMs = ((readCpuSeconds(portal.process.pid) - startCpu) * 1000) / requestsPerRound;
      if (round > 0) samples[at]?.push(cpuMs);
    }
  const rows = requests.map(([label], at) => [
    label,
    median(samples[at] ?? []).toFixed(1),
    ((sizes[at] ?? 0) / 1024).toFixed(1),
  ]);
  const table = [['request', 'CPU ms', 'KiB'], ...rows];
  return formatTable(table);
}
