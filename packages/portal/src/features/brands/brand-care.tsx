import { describeUses } from '@basics/contract/brands.ts';
import type { FullBrand } from '@basics/contract/brands.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Star, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { brands as texts } from '#portal/texts/brands.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { Card } from '#portal/ui/layout/card.tsx';
import { Confirm } from '#portal/ui/overlays/confirm.tsx';
import { useToasts } from '#portal/ui/feedback/toasts.tsx';
import styles from './brand.module.css';
import { invalidateBrands, makeDefault, removeBrand } from './brands.queries.ts';

type BrandCareProps = { brand: FullBrand; onChanged: (brand: FullBrand) => void };

const { care: words } = texts;

/** Makes the brand the default, and deletes it. */
export function BrandActions({ brand, onChanged }: BrandCareProps) {
  const [isDoomed, setDoomed] = useState(false);
  const uses = describeUses(brand.usedBy);
  return (
    <Card title={words.title}>
      <div className={styles.part}>
        {brand.isDefault ? <p>{words.isDefault}</p> : <MakeDefault brand={brand} onChanged={onChanged} />}
        <p>{describeObstacle(brand.isDefault, uses)}</p>
        {!brand.isDefault && uses === '' && (
          <div>
            <Button icon={<Trash2 aria-hidden="true" />} onClick={() => setDoomed(true)}>
              {words.delete}
            </Button>
          </div>
        )}
      </div>
      {isDoomed && <DeleteBrand brand={brand} onClose={() => setDoomed(false)} />}
    </Card>
  );
}

function describeObstacle(isDefault: boolean, uses: string): string {
  if (isDefault) return words.defaultStays;
  return uses === '' ? words.unused : words.inUse(uses);
}

function MakeDefault({ brand, onChanged }: BrandCareProps) {
  const toasts = useToasts();
  const { problem, isBusy, attempt } = useAttempt();
  const make = (): Promise<void> =>
    attempt(async () => {
      onChanged(await makeDefault(brand));
      toasts.done(words.madeDefault(brand.name));
    });

  return (
    <>
      <p>{words.notDefault}</p>
      {problem && <ProblemNotice problem={problem} title={words.makeFailed} />}
      <div>
        <Button icon={<Star aria-hidden="true" />} busy={isBusy} onClick={() => void make()}>
          {words.makeDefault}
        </Button>
      </div>
    </>
  );
}

function DeleteBrand({ brand, onClose }: { brand: FullBrand; onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  const { problem, isBusy, attempt } = useAttempt();
  const remove = (): Promise<void> =>
    attempt(async () => {
      await removeBrand(brand.id);
      toasts.done(words.deleted(brand.name));
      await invalidateBrands(client);
      await navigate({ to: '/admin/brands', ignoreBlocker: true });
    });

  return (
    <Confirm
      title={words.question(brand.name)}
      action={words.delete}
      icon={<Trash2 aria-hidden="true" />}
      busy={isBusy}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      <div className={styles.part}>
        <p>{words.consequence(brand.hosts.length)}</p>
        {problem && <ProblemNotice problem={problem} title={words.deleteFailed} />}
      </div>
    </Confirm>
  );
}
