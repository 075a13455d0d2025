import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Select } from '#portal/ui/fields/form-field.tsx';
import { createToasts } from '#portal/ui/toasts/toast-store.ts';
import { ToastOutlet, ToastsContext } from '#portal/ui/toasts/toasts.tsx';
import { Columns, Stack, Card, VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { FeedbackPieces } from './feedback-pieces.tsx';
import { FormPieces } from './form-pieces.tsx';
import { ListPieces } from './list-pieces.tsx';
import { OverlayPieces } from './overlay-pieces.tsx';
import { BarPlot } from '#portal/ui/content/bar-plot.tsx';
import { CodeBlock } from '#portal/ui/markdown/code-block.tsx';
import { CommandText } from '#portal/ui/content/command-text.tsx';
import { CopyButton } from '#portal/ui/markdown/copy-button.tsx';
import { FactRow, FactRows } from '#portal/ui/content/fact-rows.tsx';
import { EffectCounts, Fact, Facts, LongFacts, Timeline, StatusBadge, type Tone } from '#portal/ui/content/facts.tsx';
import { StackedPlot } from '#portal/ui/content/stacked-plot.tsx';
import { TimeLine, TimeRing, type TimeTone } from '#portal/ui/content/time-signs.tsx';
import { Markdown } from '#portal/ui/markdown/markdown.tsx';
import { Actions, Button, IconButton, LinkButton, type ButtonVariant } from '#portal/ui/buttons/button.tsx';
import { Pencil, Trash2 } from 'lucide-react';
import { Disclosure } from '#portal/ui/layout/disclosure.tsx';

const brands = ['product', 'partner'];
const themes = ['light', 'dark'];
const toOptions = (optionValues: readonly string[]) => optionValues.map((value) => ({ value, label: value }));

/** Shows every component of `ui/`, at `/dev/ui` in development. Production builds do not contain this page (see main.tsx). */
export function ComponentsPage() {
  const [toasts] = useState(createToasts);
  // Links need a router. The router of this page has only one route.
  const [router] = useState(() =>
    createRouter({
      routeTree: createRootRoute({ component: Components }),
      history: createMemoryHistory({ initialEntries: ['/'] }),
      defaultNotFoundComponent: Components,
    }),
  );
  return (
    <ToastsContext value={toasts}>
      <RouterProvider router={router} />
      <ToastOutlet />
    </ToastsContext>
  );
}

const Components = () => (
  <main data-dev-ui style={{ maxInlineSize: '64rem', marginInline: 'auto', padding: 'var(--space-4)' }}>
    <Stack>
      <PageHeading title="Components" introText="Each component of ui/ in both brands, light and dark." />
      <Appearance />
      <LayoutPieces />
      <ContentPieces />
      <FeedbackPieces />
      <FormPieces />
      <ListPieces />
      <OverlayPieces />
    </Stack>
  </main>
);

/** Sets the attributes of the document that select brand and theme, while this page is shown. */
function Appearance() {
  const [brand, setBrand] = useState('product');
  const [theme, setTheme] = useState('light');
  useEffect(() => {
    Object.assign(document.documentElement.dataset, { brand, theme });
  }, [brand, theme]);
  return (
    <Columns>
      <Select
        label="Brand"
        options={toOptions(brands)}
        value={brand}
        onChange={({ target }) => setBrand(target.value)}
      />
      <Select
        label="Theme"
        options={toOptions(themes)}
        value={theme}
        onChange={({ target }) => setTheme(target.value)}
      />
    </Columns>
  );
}

const tones: readonly Tone[] = ['ok', 'warn', 'danger', 'neutral'];
const bars = [4, 0, 7, 2].map((count, index) => ({ id: String(index), tick: `W${index + 1}`, count }));
const plotParts = (['done', 'plan', 'soon', 'late'] as const).map((tone) => ({ label: tone, tone }));
const plotColumns = bars.map(({ id, tick, count }, index) => ({
  id,
  tick,
  title: `Week ${index + 1}`,
  search: {},
  counts: [count, 2, count, 1],
  isNow: index === 2,
}));
const timeTones: readonly TimeTone[] = ['plan', 'done', 'soon', 'late', 'past'];
const steps = [
  { id: '2', title: 'Approved', detail: 'Today', quote: 'Welcome.' },
  { id: '1', title: 'Requested', detail: 'Yesterday' },
];
const markdown = '# Heading\n\nText with **weight**, `code` and a [link](https://example.com).\n\n- one\n- two';

/** Examples of the components in `ui/content`. */
const ContentPieces = () => (
  <Card title="Content">
    <Stack>
      <Actions>
        {tones.map((tone) => (
          <StatusBadge key={tone} tone={tone}>
            {tone}
          </StatusBadge>
        ))}
        <CopyButton text="copied text" />
        <span>
          <CommandText text="Run basics code --moved on the new PC." />
        </span>
      </Actions>
      <Actions>
        {timeTones.map((tone, index) => (
          <TimeRing key={tone} tone={tone} daysLeft={365 - index * 80} />
        ))}
        <code translate="no">BV-251001-R10000</code>
      </Actions>
      {timeTones.map((tone) => (
        <TimeLine key={tone} label={`Line: ${tone}`} tone={tone} share={0.4} isRestWaiting={tone === 'soon'} />
      ))}
      <EffectCounts
        counts={[
          { id: 'shorter', label: 'get a shorter term', count: 903, isWarning: true },
          { id: 'new', label: 'get a new tool', count: 896 },
        ]}
      />
      <Facts>
        <Fact name="Name">Ada Example</Fact>
        <Fact name="Company">Example Ltd</Fact>
      </Facts>
      <LongFacts>
        <Fact name="Remark">A remark that needs the whole width.</Fact>
      </LongFacts>
      <FactRows>
        <FactRow name="Version">1.0</FactRow>
        <FactRow name="State">current</FactRow>
      </FactRows>
      <BarPlot bars={bars} />
      <StackedPlot label="Parts of each week" to="/" parts={plotParts} columns={plotColumns} />
      <CodeBlock label="Example code" code="BL-EXAMPLE-CODE-0123456789" />
      <Timeline label="History" steps={steps} />
      <Markdown text={markdown} level={3} />
    </Stack>
  </Card>
);

const variants: readonly ButtonVariant[] = ['primary', 'secondary', 'quiet', 'danger'];

/** Examples of the components in `ui/layout`. */
const LayoutPieces = () => (
  <Card title="Layout" actions={<IconButton label="Edit" icon={<Pencil aria-hidden="true" />} />}>
    <Stack>
      <Actions>
        {variants.map((variant) => (
          <Button key={variant} variant={variant} icon={<Trash2 aria-hidden="true" />}>
            {variant}
          </Button>
        ))}
        <Button variant="primary" size="large">
          large
        </Button>
        <Button size="small">small</Button>
        <Button busy>busy</Button>
        <Button disabled>disabled</Button>
        <LinkButton to="/">link</LinkButton>
      </Actions>
      <Columns>
        <p>First column</p>
        <p>
          Second column
          <VisuallyHidden>, with words for screen readers</VisuallyHidden>
        </p>
      </Columns>
      <Disclosure label="Disclosure" startsOpen>
        {() => <p>Its content</p>}
      </Disclosure>
    </Stack>
  </Card>
);
