import { header as texts } from '#portal/texts/header.ts';
import { Drawer } from '#portal/ui/overlays/drawer.tsx';
import { Menu } from '../menu.tsx';
import type { Elements } from '#portal/ui/layout/elements.ts';

/** The menu of a window narrower than 768 px. */
export const MenuDrawer = ({ homeLink, onClose }: { homeLink: Elements; onClose: () => void }) => (
  <Drawer label={texts.menu} header={homeLink} onClose={onClose}>
    <Menu />
  </Drawer>
);
