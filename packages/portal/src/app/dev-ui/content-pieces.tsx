import { BarPlot } from '#portal/ui/content/bar-plot.tsx';
import { CodeBlock } from '#portal/ui/content/code-block.tsx';
import { CopyButton } from '#portal/ui/content/copy-button.tsx';
import { FactRow, FactRows } from '#portal/ui/content/fact-rows.tsx';
import { EffectCounts } from '#portal/ui/content/effect-counts.tsx';
import { Fact, Facts, LongFacts } from '#portal/ui/content/facts.tsx';
import { Markdown } from '#portal/ui/content/markdown.tsx';
import { StatusBadge } from '#portal/ui/content/status-badge.tsx';
import type { Tone } from '#portal/ui/content/status-badge.tsx';
import { Timeline } from '#portal/ui/content/timeline.tsx';
import { Actions } from '#portal/ui/layout/actions.tsx';
import { Card } from '#portal/ui/layout/card.tsx';
import { Stack } from '#portal/ui/layout/stack.tsx';

const tones: readonly Tone[] = ['ok', 'warn', 'danger', 'neutral'];
const bars = [4, 0, 7, 2].map((count, index) => ({ id: String(index), tick: `W${index + 1}`, count }));
const steps = [
  { id: '2', title: 'Approved', detail: 'Today', quote: 'Welcome.' },
  { id: '1', title: 'Requested', detail: 'Yesterday' },
];
const markdown = '# Heading\n\nText with **weight**, `code` and a [link](https://example.com).\n\n- one\n- two';

/** Examples of the components in `ui/content`. */
export const ContentPieces = () => (
  <Card title="Content">
    <Stack>
      <Actions>
        {tones.map((tone) => (
          <StatusBadge key={tone} tone={tone}>
            {tone}
          </StatusBadge>
        ))}
        <CopyButton text="copied text" />
      </Actions>
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
      <CodeBlock label="Example code" code="BL-EXAMPLE-CODE-0123456789" />
      <Timeline label="History" steps={steps} />
      <Markdown text={markdown} level={3} />
    </Stack>
  </Card>
);
