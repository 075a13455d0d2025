import { legalDocuments, type LegalDocument } from '@basics/contract/legal/legal.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { readRequestId } from '#portal/api/api-problem.ts';
import { useSetup } from '#portal/brand/brand.tsx';
import { legal as texts } from '#portal/texts/legal.ts';
import { ui } from '#portal/texts/ui.ts';
import { joinClasses, AnnouncedText } from '#portal/ui/layout/layout.tsx';
import { FirstText } from '#portal/loading/first-text.tsx';
import { LoadFailed } from '#portal/ui/feedback/notice.tsx';
import { Markdown, WithMarkdown } from '#portal/ui/markdown/markdown.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import styles from './legal.module.css';
import { createLegalTextQuery } from './legal.queries.ts';
import { createStandardText } from './standard-text.ts';

export const LegalNoticePage = () => <LegalPage document="legalNotice" />;
export const TermsPage = () => <LegalPage document="terms" />;
export const LegalDisclaimerPage = () => <LegalPage document="legalDisclaimer" />;

const readCurrentYear = (): number => new Date().getFullYear();

const paths = { legalNotice: '/legal-notice', terms: '/terms', legalDisclaimer: '/legal-disclaimer' } as const;

/** Shows a legal document of the current brand, with the current year and links to the other documents. */
function LegalPage({ document }: { document: LegalDocument }) {
  const { brand } = useSetup();
  return (
    <>
      <PageHeading title={texts.titles[document]} introText={brand.name} />
      <div className={styles.page}>
        <LegalBody document={document} />
        <p className={styles.small}>{texts.copyright(readCurrentYear(), brand.legalEntity)}</p>
        <nav aria-label={texts.others}>
          <ul className={styles.others}>
            {legalDocuments
              .filter((otherDocument) => otherDocument !== document)
              .map((otherDocument) => (
                <li key={otherDocument}>
                  <Link to={paths[otherDocument]}>{texts.titles[otherDocument]}</Link>
                </li>
              ))}
          </ul>
        </nav>
      </div>
    </>
  );
}

function LegalBody({ document }: { document: LegalDocument }) {
  const { brand } = useSetup();
  const { data, error, refetch } = useQuery(createLegalTextQuery({ id: brand.id, document }));
  if (data)
    return (
      <WithMarkdown fallback={<FirstLegalText document={document} />}>
        <Markdown text={data.text || createStandardText(document, brand)} level={2} />
      </WithMarkdown>
    );
  if (error)
    return (
      <>
        <LoadFailed title={texts.failed[document]} requestId={readRequestId(error)} onRetry={() => void refetch()} />
        <FirstText />
      </>
    );
  return <FirstLegalText document={document} />;
}

/** Shows the text that the server has written into the page, or else a skeleton, until the text is loaded. */
const FirstLegalText = ({ document }: { document: LegalDocument }) => (
  <FirstText>
    <div className={joinClasses(styles.waiting, styles[document])}>
      <AnnouncedText>{ui.loading}</AnnouncedText>
      <Skeleton height="100%" />
      <Skeleton height="100%" />
      <Skeleton height="100%" />
      {/* The Markdown renderer loads at the same time as the text. */}
      <div hidden>
        <Markdown text="" level={2} />
      </div>
    </div>
  </FirstText>
);
