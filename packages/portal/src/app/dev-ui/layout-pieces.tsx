import { Pencil, Trash2 } from 'lucide-react';
import { Actions } from '#portal/ui/layout/actions.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import type { ButtonVariant } from '#portal/ui/layout/button.tsx';
import { Card } from '#portal/ui/layout/card.tsx';
import { Columns } from '#portal/ui/layout/columns.tsx';
import { Disclosure } from '#portal/ui/layout/disclosure.tsx';
import { IconButton } from '#portal/ui/layout/icon-button.tsx';
import { LinkButton } from '#portal/ui/layout/link-button.tsx';
import { Stack } from '#portal/ui/layout/stack.tsx';
import { VisuallyHidden } from '#portal/ui/layout/visually-hidden.tsx';

const variants: readonly ButtonVariant[] = ['primary', 'secondary', 'quiet', 'danger'];

/** Examples of the components in `ui/layout`. */
export const LayoutPieces = () => (
  <Card title="Layout" actions={<IconButton label="Edit" icon={<Pencil aria-hidden="true" />} />}>
    <Stack>
      <Actions>
        {variants.map((variant) => (
          <Button key={variant} variant={variant} icon={<Trash2 aria-hidden="true" />}>
            {variant}
          </Button>
        ))}
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
