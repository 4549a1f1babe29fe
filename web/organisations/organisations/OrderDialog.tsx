import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { SeatKind } from '#contract/commerce/seats.ts';
import { ResourceChoice } from '#web/catalogue/search/ResourceChoice.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Radio, RadioGroup } from '#web/ui/RadioGroup.tsx';

/** Asks what the ordered seats open (SEAT-01). */
export function OrderDialog({ onClose }: { onClose: () => void }) {
  const [kind, setKind] = useState<SeatKind>('resource');
  const [resourceId, choose] = useState('');
  const [isAsked, ask] = useState(false);
  const navigate = useNavigate();

  function goOn(event: FormEvent) {
    event.preventDefault();
    if (kind === 'plan') {
      void navigate({ to: '/organisation/order' });
      return;
    }
    ask(true);
    if (resourceId !== '')
      void navigate({ to: '/checkout/$resourceId', params: { resourceId }, search: { seats: 'true' } });
  }

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Order seats"
      description="A seat opens one resource, or all subscription resources, for one person of your organisation."
    >
      <form noValidate onSubmit={goOn} className="flex flex-col gap-5">
        <RadioGroup legend="What do the seats open?">
          <Radio
            name="kind"
            label="One resource"
            description="Paid once, permanently."
            checked={kind === 'resource'}
            onChange={() => setKind('resource')}
          />
          <Radio
            name="kind"
            label="All subscription resources"
            description="Paid each month or year."
            checked={kind === 'plan'}
            onChange={() => setKind('plan')}
          />
        </RadioGroup>
        {kind === 'resource' ? (
          <ResourceChoice
            accessType="purchase"
            value={resourceId}
            onChange={choose}
            {...(isAsked && resourceId === '' && { error: 'Choose a resource' })}
          />
        ) : null}
        <Button type="submit" className="self-end">
          Continue
        </Button>
      </form>
    </Dialog>
  );
}
