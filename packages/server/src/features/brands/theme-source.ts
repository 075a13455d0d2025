import { brandId as brandIdShape, type Picture } from '@basics/contract/brands/brands.ts';
import type { DemoAccount, PortalSetup } from '@basics/contract/brands/portal-setup.ts';
import { setTimeout } from 'node:timers/promises';
import type { Db } from '#server/database/foundation.ts';
import { isIP } from 'node:net';
import { problem } from '#server/platform/problem.ts';
import { findBrandOfHost, findBrands, findHosts, findPicture, type BrandRow } from './brands.repository.ts';
import { writeThemesSheet } from './themes.ts';

/** `demoAccounts` is null if the portal is not a demo. */
type Dependencies = {
  db: Db;
  demoAccounts: readonly DemoAccount[] | null;
  pocUrl: string | null;
  publicUrl: string;
  /** The identity provider with which staff sign in, if one is configured. */
  identityProvider?: object | null;
  /** The place of the files of release notes, if one is configured. */
  filesPlace?: string | null;
  /** Whether browsers get the service worker. */
  serviceWorker?: boolean;
};

/**
 * Finds the brand of a host name, and reads the colours and pictures of each brand. While the database does not answer, the source
 * returns what it has read last, so that every page can be shown.
 */
export function createThemeSource({ db, demoAccounts, pocUrl, publicUrl, ...optional }: Dependencies) {
  const { identityProvider = null, filesPlace = null, serviceWorker = true } = optional;
  const setups = createMemory<Omit<PortalSetup, 'passkeys'>>();
  const brandRows = createMemory<BrandRow[]>();
  const foundPictures = createMemory<string | undefined>();

  async function findSetup(host: string): Promise<Omit<PortalSetup, 'passkeys'>> {
    const rows = await findBrands(db);
    const brandOfHost = await findBrandOfHost(db, host);
    const brandId = brandOfHost?.brandId ?? rows.find((brand) => brand.isDefault === 1)?.id ?? rows[0]?.id;
    if (brandId === undefined) throw new Error('the table of brands is empty');
    return {
      brand: brandId,
      brandBy: brandOfHost ? 'host' : 'default',
      brands: rows.map((brand) => ({
        id: brand.id,
        name: brand.name,
        theme: brand.theme,
        supportEmail: brand.supportEmail,
        legalEntity: brand.legalEntity,
      })),
      demo: demoAccounts !== null,
      ...(demoAccounts && { demoAccounts: [...demoAccounts] }),
      pocUrl,
    };
  }

  /** Returns the brand to show and all brands; a port in `host` is ignored. */
  async function readSetup(host: string): Promise<PortalSetup> {
    const name = normaliseHost(host);
    // All host names without a brand share the setup that is stored with the empty name, so that invented host names take no memory.
    const key = setups.has(name) ? name : '';
    const foundSetup = await setups.read(
      key,
      () => findSetup(name),
      ({ brandBy }) => (brandBy === 'host' ? name : ''),
    );
    return {
      ...foundSetup,
      passkeys: findPasskeyPlace(publicUrl, host),
      // The provider sends the browser to the address of the portal, which must have the cookie of the sign-in.
      ...(identityProvider && isPublicHost(publicUrl, host) && { workAccounts: true }),
      ...(filesPlace !== null && { downloads: true }),
      ...(!serviceWorker && { serviceWorker: false }),
    };
  }

  const readStyles = async (): Promise<string> => writeThemesSheet(await brandRows.read('', () => findBrands(db)));

  return {
    readSetup,
    readStyles,

    /** Reads the setup of every host name, so that pages can be shown if the database stops before their first visit. */
    async prepare(): Promise<void> {
      const hosts = await findHosts(db);
      await Promise.all([readStyles(), readSetup(''), ...hosts.map(({ host }) => readSetup(host))]);
    },

    /** Throws PAGE_NOT_FOUND for an unknown brand. */
    async readPicture(brandId: string, pictureName: Picture): Promise<string> {
      const isValidId = brandIdShape.safeParse(brandId).success;
      const read = () => findPicture(db, brandId, pictureName);
      const svg = isValidId ? await foundPictures.read(`${brandId}/${pictureName}`, read) : undefined;
      if (svg === undefined) throw problem('PAGE_NOT_FOUND');
      return svg;
    },
  };
}

/** The time in milliseconds after which a page no longer waits for the database, if an earlier answer is known. */
const patienceMs = 1000;

/** Stores the last answer for each key. Answers that are undefined are not stored. */
function createMemory<Answer>() {
  const answers = new Map<string, Answer>();

  /** Reads an answer. If that fails or takes too long, returns the last answer for this key; throws the error if there is none. */
  async function read(
    key: string,
    readAnswer: () => Promise<Answer>,
    chooseKey: (answer: Answer) => string = () => key,
  ): Promise<Answer> {
    const lastAnswer = answers.get(key);
    const newAnswer = readAnswer().then((answer) => {
      if (answer !== undefined) answers.set(chooseKey(answer), answer);
      return answer;
    });
    if (lastAnswer === undefined) return newAnswer;
    // A failure of the database is visible in the log and in the readiness, and must not hide the page.
    const answerOrLast = newAnswer.catch(() => lastAnswer);
    return Promise.race([answerOrLast, setTimeout(patienceMs, lastAnswer, { ref: false })]);
  }

  return { has: (key: string) => answers.has(key), read };
}

export type ThemeSource = ReturnType<typeof createThemeSource>;

/** A passkey belongs to a host name, and never to an IP address (WebAuthn, 5.1.2). */
function findPasskeyPlace(publicUrl: string, host: string): PortalSetup['passkeys'] {
  const { origin, hostname } = new URL(publicUrl);
  return isIP(hostname.replace(/^\[|\]$/g, '')) > 0 ? null : { origin, here: isPublicHost(publicUrl, host) };
}

/** Returns whether a request was sent to the address of the portal, and not to the host name of a brand. */
function isPublicHost(publicUrl: string, host: string): boolean {
  const { protocol, host: publicHost } = new URL(publicUrl);
  const requestUrl = `${protocol}//${host}`;
  return URL.canParse(requestUrl) && new URL(requestUrl).host === publicHost;
}

// A dot at the end of a host name (the DNS root) is ignored.
const normaliseHost = (host: string): string => host.replace(/\.?(:\d*)?$/, '').toLowerCase();
