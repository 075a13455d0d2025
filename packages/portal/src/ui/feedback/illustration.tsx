import type { Elements } from '#portal/ui/layout/layout.tsx';

/** The names of the illustrations. Each illustration shows what an empty list would contain, or why it is empty. */
export type IllustrationName = 'sheet' | 'search' | 'tray' | 'people' | 'licence' | 'envelope';

type Drawings = Record<IllustrationName, Elements>;

/**
 * The drawings are 120 x 84 units large. Each drawing has an outline in the colour of the text, and one area in the soft colour of the
 * brand.
 */
const drawings: Drawings = {
  sheet: (
    <>
      <path d="M30 6h46l16 16v56H30z" fill="var(--brand-soft)" />
      <path d="M76 6v16h16" />
      <path d="M40 34h42M40 46h42M40 58h42M54 26v42M68 26v42" strokeOpacity=".28" />
      <path d="M40 62c10-2 13-22 24-24 7-1 11-1 18-8" />
      <circle cx="64" cy="38" r="3" fill="var(--surface)" />
    </>
  ),
  search: (
    <>
      <path d="M22 20h52M22 34h24M22 48h20M22 62h30" strokeOpacity=".28" />
      <circle cx="66" cy="42" r="19" fill="var(--brand-soft)" />
      <path d="m80 56 16 16" strokeWidth="4" />
      <path d="M58 36c2-4 6-6 10-5" strokeOpacity=".6" />
    </>
  ),
  tray: (
    <>
      <path d="M42 8h36v26H42z" fill="var(--surface)" />
      <path d="M50 18h20M50 26h12" strokeOpacity=".28" />
      <path d="M24 46 36 26h48l12 20v30H24z" fill="var(--brand-soft)" />
      <path d="M24 46h22c0 8 6 13 14 13s14-5 14-13h22" fill="var(--surface)" />
    </>
  ),
  people: (
    <>
      <path d="M72 30a10 10 0 1 1 13 9.5M88 48c10 2 16 11 16 24v4" strokeOpacity=".45" />
      <circle cx="50" cy="26" r="14" fill="var(--surface)" />
      <path d="M22 78c0-20 11-30 28-30s28 10 28 30z" fill="var(--brand-soft)" />
    </>
  ),
  licence: (
    <>
      <rect x="18" y="14" width="72" height="52" rx="4" fill="var(--brand-soft)" />
      <path d="M30 28h34M30 40h24M30 52h16" strokeOpacity=".45" />
      <path d="M80 64v16l8-5 8 5V64" fill="var(--surface)" />
      <circle cx="88" cy="52" r="14" fill="var(--surface)" />
      <path d="m82 52 4.5 4.5L95 48" />
    </>
  ),
  envelope: (
    <>
      <rect x="24" y="20" width="72" height="50" rx="4" fill="var(--brand-soft)" />
      <path d="m24 26 36 26 36-26" fill="var(--surface)" />
      <path d="M24 66l24-22M96 66 72 44" strokeOpacity=".28" />
    </>
  ),
};

export const Illustration = ({ name }: { name: IllustrationName }) => (
  <svg
    viewBox="0 0 120 84"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.75"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {drawings[name]}
    <path d="M8 78h104" strokeOpacity=".35" />
  </svg>
);
