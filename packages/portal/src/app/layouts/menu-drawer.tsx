import type { ReactNode } from 'react';
import { header as texts } from '#portal/texts/header.ts';
import { Drawer } from '#portal/ui/overlays/drawer.tsx';
import { Menu } from '../menu.tsx';

/** The menu of a window narrower than 768 px. */
export const MenuDrawer = ({ homeLink, onClose }: { homeLink: ReactNode; onClose: () => void }) => (
  <Drawer label={texts.menu} header={homeLink} onClose={onClose}>
    <Menu />
  </Drawer>
);
