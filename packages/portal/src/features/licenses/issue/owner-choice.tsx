import { useNavigate } from '@tanstack/react-router';
import { User } from 'lucide-react';
import type { CodeOwner } from '@basics/contract/licenses/licenses.ts';
import { PersonPicker } from '#portal/session/people/person-picker.tsx';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { Button, LinkButton } from '#portal/ui/buttons/button.tsx';
import { ItemList, ItemRow } from '#portal/ui/lists/item-row.tsx';

type OwnerChoiceProps = {
  owners: readonly CodeOwner[];
  /** Returns the address of the page that issues the licence for a customer. The fragment of the address contains the codes. */
  createAddress: (customerId: number) => { to: '/license/verify' | '/license/many'; hash: string };
  userId: number;
  /** Called when staff choose a customer. */
  onCustomer?: (customerId: number) => void;
  onSelf: () => void;
};

/** Asks staff who gets the licence of a PC that is not their own, so that they do not issue the licence to themselves by mistake. */
export function OwnerChoice({ owners, createAddress, userId, onCustomer, onSelf }: OwnerChoiceProps) {
  const navigate = useNavigate();
  const hasCustomer = owners.some((owner) => owner.userId !== userId);

  function chooseOwner(ownerId: number | undefined): void {
    if (ownerId === undefined) return;
    if (ownerId === userId) return onSelf();
    onCustomer?.(ownerId);
    void navigate({ ...createAddress(ownerId), search: { user: ownerId } });
  }

  return (
    <Notice tone="warn" title={texts.owner.title}>
      <p>{hasCustomer ? texts.owner.known : texts.owner.unknown}</p>
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
                  {...createAddress(owner.userId)}
                  search={{ user: owner.userId }}
                  variant="primary"
                  onClick={() => onCustomer?.(owner.userId)}
                >
                  {texts.owner.choose(owner.name)}
                </LinkButton>
              )
            }
          />
        ))}
      </ItemList>
      <PersonPicker
        label={hasCustomer ? texts.owner.otherCustomer : texts.owner.customer}
        userId={undefined}
        onChoose={chooseOwner}
      />
    </Notice>
  );
}
