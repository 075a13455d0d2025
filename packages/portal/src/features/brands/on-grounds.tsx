import { schemes } from '@basics/contract/contrast.ts';
import { brands as texts } from '#portal/texts/brands.ts';
import styles from './brand.module.css';

type OnGroundsProps = {
  name: string;
  src: string;
  /** Whether the browser can show it. */
  onShown?: (isShown: boolean) => void;
};

/** Shows an image on a light and on a dark background. */
export const PictureOnBackgrounds = ({ name, src, onShown }: OnGroundsProps) => (
  <div className={styles.grounds}>
    {schemes.map((scheme) => (
      <div key={scheme} className={styles.ground} data-ground={scheme}>
        <img
          src={src}
          alt={texts.pictures.ofScheme(name, texts.schemes[scheme])}
          onLoad={() => onShown?.(true)}
          onError={() => onShown?.(false)}
        />
      </div>
    ))}
  </div>
);
