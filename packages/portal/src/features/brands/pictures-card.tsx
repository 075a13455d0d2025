import { pictures } from '@basics/contract/brands.ts';
import type { FullBrand, Picture } from '@basics/contract/brands.ts';
import { ImageUp } from 'lucide-react';
import { useState } from 'react';
import { brands as texts } from '#portal/texts/brands.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { Card } from '#portal/ui/layout/card.tsx';
import styles from './brand.module.css';
import { createPictureAddress } from './brands.queries.ts';
import { PictureOnBackgrounds } from './picture-on-backgrounds.tsx';
import { ReplacePicture } from './replace-picture.tsx';

type PicturesCardProps = { brand: FullBrand; onChanged: (brand: FullBrand) => void; onReload: () => unknown };

const { pictures: pictureTexts } = texts;

/** Shows the logo and the favicon on light and dark backgrounds, each with a button to replace it. */
export function PicturesCard({ brand, onChanged, onReload }: PicturesCardProps) {
  const [pictureToReplace, setPictureToReplace] = useState<Picture | null>(null);
  return (
    <Card title={pictureTexts.title}>
      <div className={styles.part}>
        <p className={styles.intro}>{pictureTexts.lead}</p>
        <div className={styles.pictures}>
          {pictures.map((picture) => (
            <div key={picture} className={styles.picture}>
              <div>
                <h3>{pictureTexts.names[picture]}</h3>
                <p className={styles.intro}>{pictureTexts.uses[picture]}</p>
              </div>
              <PictureOnBackgrounds name={pictureTexts.names[picture]} src={createPictureAddress(brand, picture)} />
              <Button icon={<ImageUp aria-hidden="true" />} onClick={() => setPictureToReplace(picture)}>
                {pictureTexts.replace[picture]}
              </Button>
            </div>
          ))}
        </div>
      </div>
      {pictureToReplace && (
        <ReplacePicture
          brand={brand}
          picture={pictureToReplace}
          onReplaced={(changedBrand) => {
            setPictureToReplace(null);
            onChanged(changedBrand);
          }}
          onClose={() => setPictureToReplace(null)}
          onReload={onReload}
        />
      )}
    </Card>
  );
}
