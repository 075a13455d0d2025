import { schemes } from '@basics/contract/brands/contrast.ts';
import { brands as texts } from '#portal/texts/brands.ts';
import styles from '../brand.module.css';

type PictureOnBackgroundsProps = {
  name: string;
  src: string;
  /** Called with true when the browser has shown the image, and with false when it could not show the image. */
  onLoaded?: (isLoaded: boolean) => void;
};

/** Shows an image on a light and on a dark background. */
export const PictureOnBackgrounds = ({ name, src, onLoaded }: PictureOnBackgroundsProps) => (
  <div className={styles.grounds}>
    {schemes.map((scheme) => (
      <div key={scheme} className={styles.ground} data-ground={scheme}>
        <img
          src={src}
          alt={texts.pictures.ofScheme(name, texts.schemes[scheme])}
          onLoad={() => onLoaded?.(true)}
          onError={() => onLoaded?.(false)}
        />
      </div>
    ))}
  </div>
);
