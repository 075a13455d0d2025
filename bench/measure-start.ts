import { startDemo, stopDemo } from './demo-portal.ts';
import { onDemoFolder } from './demo-folder.ts';
import { median } from './measure-lists.ts';
import { table } from './report.ts';

const starts = 5;

/** The CPU time until the first answer, of a demo alone and with so many customers more. */
export async function measureStart(customers: number, keep: string | undefined): Promise<string> {
  const [empty, full] = [await measure(0, keep), await measure(customers, keep)];
  const text = ({ ms, cpu }: typeof empty): string => `${cpu.toFixed(2)} s of CPU, ${Math.round(ms)} ms`;
  return table([
    ['start to the first answer, SQLite', 'at most', 'measured'],
    ['demo', '', text(empty)],
    [
      `${customers.toLocaleString('en')} customers more`,
      `1.2 x, 1.0 s of CPU`,
      `${text(full)}: ${(full.cpu / empty.cpu).toFixed(2)} x`,
    ],
  ]);
}

const measure = (customers: number, keep: string | undefined) =>
  onDemoFolder(customers, keep, async (folder) => {
    const seen: { ms: number; cpu: number }[] = [];
    for (let at = 0; at <= starts; at += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one start after the other
      const portal = await startDemo(folder);
      // The first start reads the file from the disk.
      if (at > 0) seen.push(portal.started);
      // oxlint-disable-next-line no-await-in-loop -- as above
      await stopDemo(portal, 'SIGTERM');
    }
    return { ms: median(seen.map(({ ms }) => ms)), cpu: median(seen.map(({ cpu }) => cpu)) };
  });
