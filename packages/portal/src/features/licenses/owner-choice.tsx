import { User } from 'lucide-react';
import type { CodeOwner } from '@basics/contract/licenses.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { LinkButton } from '#portal/ui/layout/link-button.tsx';
import { ItemList, ItemRow } from '#portal/ui/lists/item-row.tsx';

type OwnerChoiceProps = { owners: readonly CodeOwner[]; code: VerificationCode; userId: number; onSelf: () => void };

/** Asks staff who gets a licence when a customer has the PC of the code, so that they do not issue it to themselves by mistake. */
export const OwnerChoice = ({ owners, code, userId, onSelf }: OwnerChoiceProps) => (
  <Notice tone="warn" title={texts.owner.title}>
    <p>{texts.owner.text}</p>
    <ItemList>
      {owners.map((owner) => (
        <ItemRow
          key={owner.userId}
          icon={User}
          title={owner.name}
          facts={[owner.company, texts.owner.why[owner.why]].filter((fact) => fact !== '')}
          actions={
            owner.userId === userId ? (
              <Button onClick={onSelf}>{texts.owner.self}</Button>
            ) : (
              <LinkButton
                to="/license/verify"
                search={{ user: owner.userId }}
                hash={`c=${code.text}`}
                variant="primary"
              >
                {texts.owner.choose(owner.name)}
              </LinkButton>
            )
          }
        />
      ))}
    </ItemList>
  </Notice>
);
