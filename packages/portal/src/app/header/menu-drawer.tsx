import { header as texts } from '#portal/texts/header.ts';
import { Drawer } from '#portal/ui/overlays/side-panel.tsx';
import { Menu } from '../menu/menu.tsx';
import type { Elements } from '#portal/ui/layout/layout.tsx';

type MenuDrawerProps = { homeLink: Elements; newLicenceLink: Elements; onClose: () => void };

/** The menu of a window narrower than 768 px, below the link for a new licence, for which the header has no space there. */
export const MenuDrawer = ({ homeLink, newLicenceLink, onClose }: MenuDrawerProps) => (
  <Drawer label={texts.menu} header={homeLink} onClose={onClose}>
    {newLicenceLink}
    <Menu />
  </Drawer>
);
