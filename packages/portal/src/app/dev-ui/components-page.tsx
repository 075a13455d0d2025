import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Select } from '#portal/ui/forms/select.tsx';
import { createToasts } from '#portal/ui/feedback/toast-store.ts';
import { ToastOutlet, ToastsContext } from '#portal/ui/feedback/toasts.tsx';
import { Columns } from '#portal/ui/layout/columns.tsx';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';
import { Stack } from '#portal/ui/layout/stack.tsx';
import { ContentPieces } from './content-pieces.tsx';
import { FeedbackPieces } from './feedback-pieces.tsx';
import { FormPieces } from './form-pieces.tsx';
import { LayoutPieces } from './layout-pieces.tsx';
import { ListPieces } from './list-pieces.tsx';
import { OverlayPieces } from './overlay-pieces.tsx';

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
