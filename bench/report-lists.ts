import { formatTable } from './report.ts';
import { isOverLimit, type ListFigures, type MeasuredRow } from './measure-lists.ts';
import { viewerNames, type Viewer } from './scale-rows.ts';

const formatNumber = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 0 });

/**
 * Returns the report of the lists: the CPU time of each request for each viewer, and how many requests a second the
 * portal answers.
 */
export function formatListReport({ base, rows, rates }: ListFigures, load: string): string {
  const viewers = [...new Set(rows.map(({ row }) => row.viewer))];
  const labels = [...new Set(rows.map(({ row }) => row.label))];
  const findRow = (label: string, who: Viewer) => rows.find(({ row }) => row.label === label && row.viewer === who);
  const costTable = formatTable([
    ['`POST /core/api/user/search`', 'at most', ...viewers.map((who) => viewerNames[who])],
    ...labels.map((label) => [
      label,
      formatLimit(findRow(label, 'root')),
      ...viewers.map((who) => formatCost(findRow(label, who))),
    ]),
  ]);
  const reportParts = [`\`GET /user\` took ${base.toFixed(2)} ms of CPU. ${load}`, costTable];
  reportParts.push(
    rates.length > 0
      ? formatRates(rates)
      : 'Requests a second were not measured, because other programs used the processor.',
  );
  return reportParts.join('\n\n');
}

const formatLimit = (measuredRow: MeasuredRow | undefined): string =>
  measuredRow === undefined ? '' : `${measuredRow.row.limit} ${measuredRow.row.unit}`;

/** Formats the CPU time of a request, in bold if it exceeds the limit. */
function formatCost(measuredRow: MeasuredRow | undefined): string {
  if (!measuredRow) return '';
  const { plain, compressed } = measuredRow;
  const formattedCost = `${plain.ms.toFixed(1)} ms; ${plain.multiple.toFixed(1)} x plain, ${compressed.multiple.toFixed(1)} x compressed`;
  return isOverLimit(measuredRow) ? `**${formattedCost}**` : formattedCost;
}

const formatRates = (rates: ListFigures['rates']): string =>
  formatTable([
    ['by ten clients, as an administrator', 'a second', 'p50', 'p99', 'bare Fastify', 'share', '`node:http`'],
    ...rates.map(({ label, portal, bare, raw }) => [
      label,
      formatNumber(portal.perSecond),
      `${portal.p50.toFixed(1)} ms`,
      `${portal.p99.toFixed(1)} ms`,
      formatNumber(bare.perSecond),
      `${formatNumber((100 * portal.perSecond) / bare.perSecond)} %`,
      formatNumber(raw.perSecond),
    ]),
  ]);
