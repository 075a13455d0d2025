import { CommandText } from '#portal/ui/content/command-text.tsx';
import { useMatches } from '@tanstack/react-router';
import { useSetup } from '#portal/brand/brand.tsx';
import { useSession } from '#portal/session/session-context.tsx';
import { manual as texts, manual, type ManualPage } from '#portal/texts/manual.ts';
import { SidePanel } from '#portal/ui/overlays/side-panel.tsx';
import styles from './help-panel.module.css';
import { administration } from '#portal/texts/administration.ts';

/** Shows the page of the manual for the current screen in a side panel, so that no input on the screen is lost. */
export function HelpPanel({ title, onClose }: { title: string; onClose: () => void }) {
  const { brand } = useSetup();
  const isStaff = useSession().state().user?.permissions.includes('users.view') ?? false;
  const page = findManualPage(useMatches().at(-1)?.fullPath);
  return (
    <SidePanel isNarrow title={texts.title(title)} onClose={onClose}>
      {page && (
        <>
          <p>
            <CommandText text={page.about} />
          </p>
          <section className={styles.steps}>
            <h3>{texts.steps}</h3>
            <ul>
              {[...page.steps, ...((isStaff && page.staffSteps) || [])].map((step) => (
                <li key={step}>
                  <CommandText text={step} />
                </li>
              ))}
            </ul>
          </section>
        </>
      )}
      <p>
        {texts.support} <a href={`mailto:${brand.supportEmail}`}>{texts.contact}</a>
      </p>
    </SidePanel>
  );
}

const pagesOfAdministrationLists = Object.entries<object>(administration)
  .filter(([, screenTexts]) => 'columns' in screenTexts)
  .map(([path]) => [path, manual.anyList] as const);

const manualPages: Readonly<Record<string, ManualPage>> = {
  ...Object.fromEntries(pagesOfAdministrationLists),
  ...manual.pages,
};

/**
 * Returns the page of the manual for the route with this path. A list below Settings that has no page
 * of its own has the page `anyList`.
 */
export const findManualPage = (path: string | undefined): ManualPage | undefined => manualPages[path ?? ''];
