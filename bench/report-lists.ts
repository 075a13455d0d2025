import type { ListFigures, MeasuredRow } from './measure-lists.ts';
import { table } from './report.ts';
import { whoNames, worstMs } from './scale-rows.ts';
import type { Who } from './scale-rows.ts';

const number = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 0 });

/** What each row costs for each viewer, and how many of them a second the portal answers. */
export function writeLists({ base, rows, rates }: ListFigures, load: string): string {
  const whos = [...new Set(rows.map(({ row }) => row.who))];
  const whats = [...new Set(rows.map(({ row }) => row.what))];
  const find = (what: string, who: Who) => rows.find(({ row }) => row.what === what && row.who === who);
  const costs = table([
    ['`POST /core/api/user/search`', 'at most', ...whos.map((who) => whoNames[who])],
    ...whats.map((what) => [what, writeLimit(find(what, 'root')), ...whos.map((who) => writeCost(find(what, who)))]),
  ]);
  const parts = [`\`GET /user\` took ${base.toFixed(2)} ms of CPU. ${load}`, costs];
  parts.push(
    rates.length > 0
      ? writeRates(rates)
      : 'Requests a second were not measured, because other programs used the processor.',
  );
  return parts.join('\n\n');
}

const writeLimit = (measured: MeasuredRow | undefined): string =>
  measured === undefined ? '' : Number.isFinite(measured.row.most) ? `${measured.row.most} x` : `${worstMs} ms`;

/** In bold if it is more than it may be. */
function writeCost(measured: MeasuredRow | undefined): string {
  if (!measured) return '';
  const { plain, compressed, row } = measured;
  const isOver = Number.isFinite(row.most)
    ? Math.max(plain.multiple, compressed.multiple) > row.most
    : plain.ms > worstMs;
  const text = `${plain.ms.toFixed(1)} ms: ${plain.multiple.toFixed(1)} x, ${compressed.multiple.toFixed(1)} x`;
  return isOver ? `**${text}**` : text;
}

const writeRates = (rates: ListFigures['rates']): string =>
  table([
    ['by ten clients, as an administrator', 'a second', 'p50', 'p99', 'bare Fastify', 'share', '`node:http`'],
    ...rates.map(({ what, portal, bare, raw }) => [
      what,
      number(portal.perSecond),
      `${portal.p50.toFixed(1)} ms`,
      `${portal.p99.toFixed(1)} ms`,
      number(bare.perSecond),
      `${number((100 * portal.perSecond) / bare.perSecond)} %`,
      number(raw.perSecond),
    ]),
  ]);
