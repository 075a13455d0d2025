import { startDemo, stopDemo } from './demo-portal.ts';
import { withDemoFolder } from './demo-folder.ts';
import { median } from './median.ts';
import { formatTable } from './report.ts';

const startCount = 5;

/** Measures the CPU time from the start to the first response: of an empty demo, and of a demo with added customers. */
export async function measureStart(customers: number, storeFolder: string | undefined): Promise<string> {
  const [emptyDemo, filledDemo] = [await measure(0, storeFolder), await measure(customers, storeFolder)];
  const formatCost = ({ ms, cpu }: typeof emptyDemo): string => `${cpu.toFixed(2)} s of CPU, ${Math.round(ms)} ms`;
  return formatTable([
    ['start to the first answer, SQLite', 'at most', 'measured'],
    ['demo', '', formatCost(emptyDemo)],
    [
      `demo with ${customers.toLocaleString('en')} added customers`,
      `1.2 x, 1.0 s of CPU`,
      `${formatCost(filledDemo)}: ${(filledDemo.cpu / emptyDemo.cpu).toFixed(2)} x`,
    ],
  ]);
}

const measure = (customers: number, storeFolder: string | undefined) =>
  withDemoFolder(customers, storeFolder, async (folder) => {
    const startCosts: { ms: number; cpu: number }[] = [];
    for (let at = 0; at <= startCount; at += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one start after the other
      const portal = await startDemo(folder);
      // The first start is not counted, because the database file is not in the disk cache yet.
      if (at > 0) startCosts.push(portal.startCost);
      // oxlint-disable-next-line no-await-in-loop -- as above
      await stopDemo(portal, 'SIGTERM');
    }
    return { ms: median(startCosts.map(({ ms }) => ms)), cpu: median(startCosts.map(({ cpu }) => cpu)) };
  });
