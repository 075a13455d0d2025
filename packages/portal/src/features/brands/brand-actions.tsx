import type { FullBrand } from '@basics/contract/brands/brands.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Star, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { brands as texts } from '#portal/texts/brands.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Card } from '#portal/ui/layout/layout.tsx';
import { Confirm } from '#portal/ui/overlays/dialog.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import styles from './brand.module.css';
import { describeUses, invalidateBrands, makeDefault, removeBrand } from './brands.queries.ts';

type BrandActionsProps = { brand: FullBrand; onChanged: (brand: FullBrand) => void };

const { care: actionTexts } = texts;

/** The card with the buttons that make the brand the default and delete it. */
export function BrandActions({ brand, onChanged }: BrandActionsProps) {
  const [isConfirmingDeletion, setConfirmingDeletion] = useState(false);
  const usage = describeUses(brand.usedBy);
  return (
    <Card title={actionTexts.title}>
      <div className={styles.part}>
        {brand.isDefault ? <p>{actionTexts.isDefault}</p> : <MakeDefault brand={brand} onChanged={onChanged} />}
        <p>{describeObstacle(brand.isDefault, usage)}</p>
        {!brand.isDefault && usage === '' && (
          <div>
            <Button icon={<Trash2 aria-hidden="true" />} onClick={() => setConfirmingDeletion(true)}>
              {actionTexts.delete}
            </Button>
          </div>
        )}
      </div>
      {isConfirmingDeletion && <DeleteBrand brand={brand} onClose={() => setConfirmingDeletion(false)} />}
    </Card>
  );
}

function describeObstacle(isDefault: boolean, usage: string): string {
  if (isDefault) return actionTexts.defaultStays;
  return usage === '' ? actionTexts.unused : actionTexts.inUse(usage);
}

function MakeDefault({ brand, onChanged }: BrandActionsProps) {
  const toasts = useToasts();
  const { problem, isBusy, attempt } = useAttempt();
  const makeBrandDefault = (): Promise<void> =>
    attempt(async () => {
      onChanged(await makeDefault(brand));
      toasts.done(actionTexts.madeDefault(brand.name));
    });

  return (
    <>
      <p>{actionTexts.notDefault}</p>
      {problem && <ProblemNotice problem={problem} title={actionTexts.makeFailed} />}
      <div>
        <Button icon={<Star aria-hidden="true" />} busy={isBusy} onClick={() => void makeBrandDefault()}>
          {actionTexts.makeDefault}
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
  const deleteBrand = (): Promise<void> =>
    attempt(async () => {
      await removeBrand(brand.id);
      toasts.done(actionTexts.deleted(brand.name));
      await invalidateBrands(client);
      await navigate({ to: '/admin/brands', ignoreBlocker: true });
    });

  return (
    <Confirm
      title={actionTexts.question(brand.name)}
      action={actionTexts.delete}
      icon={<Trash2 aria-hidden="true" />}
      busy={isBusy}
      onConfirm={() => void deleteBrand()}
      onCancel={onClose}
    >
      <div className={styles.part}>
        <p>{actionTexts.consequence(brand.hosts.length)}</p>
        {problem && <ProblemNotice problem={problem} title={actionTexts.deleteFailed} />}
      </div>
    </Confirm>
  );
}
