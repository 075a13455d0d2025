import { pictures } from '@basics/contract/brands.ts';
import type { FullBrand, Picture } from '@basics/contract/brands.ts';
import { ImageUp } from 'lucide-react';
import { useState } from 'react';
import { brands as texts } from '#portal/texts/brands.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { Card } from '#portal/ui/layout/card.tsx';
import styles from './brand.module.css';
import { createPictureAddress } from './brands.queries.ts';
import { PictureOnBackgrounds } from './on-grounds.tsx';
import { ReplacePicture } from './replace-picture.tsx';

type PicturesCardProps = { brand: FullBrand; onChanged: (brand: FullBrand) => void; onReload: () => unknown };

const { pictures: words } = texts;

/** The logo and the favicon on light and dark backgrounds, each with a button that replaces it. */
export function PicturesCard({ brand, onChanged, onReload }: PicturesCardProps) {
  const [replaced, setReplaced] = useState<Picture | null>(null);
  return (
    <Card title={words.title}>
      <div className={styles.part}>
        <p className={styles.lead}>{words.lead}</p>
        <div className={styles.pictures}>
          {pictures.map((which) => (
            <div key={which} className={styles.picture}>
              <div>
                <h3>{words.names[which]}</h3>
                <p className={styles.lead}>{words.uses[which]}</p>
              </div>
              <PictureOnBackgrounds name={words.names[which]} src={createPictureAddress(brand, which)} />
              <Button icon={<ImageUp aria-hidden="true" />} onClick={() => setReplaced(which)}>
                {words.replace[which]}
              </Button>
            </div>
          ))}
        </div>
      </div>
      {replaced && (
        <ReplacePicture
          brand={brand}
          which={replaced}
          onReplaced={(changed) => {
            setReplaced(null);
            onChanged(changed);
          }}
          onClose={() => setReplaced(null)}
          onReload={onReload}
        />
      )}
    </Card>
  );
}
