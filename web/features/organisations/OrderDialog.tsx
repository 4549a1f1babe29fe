import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ResourceChoice } from '../search/ResourceChoice.tsx';

/** Asks which resource the ordered seats open (SEAT-01). */
export function OrderDialog({ onClose }: { onClose: () => void }) {
  const [resourceId, choose] = useState('');
  const [isAsked, ask] = useState(false);
  const navigate = useNavigate();

  function goOn(event: FormEvent) {
    event.preventDefault();
    ask(true);
    if (resourceId !== '')
      void navigate({ to: '/checkout/$resourceId', params: { resourceId }, search: { seats: 'true' } });
  }

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Order Seats"
      description="A seat opens a resource for one person of your organisation, permanently."
    >
      <form noValidate onSubmit={goOn} className="flex flex-col gap-5">
        <ResourceChoice
          accessType="purchase"
          value={resourceId}
          onChange={choose}
          {...(isAsked && resourceId === '' && { error: 'Choose a resource' })}
        />
        <Button type="submit" className="self-end">
          Continue
        </Button>
      </form>
    </Dialog>
  );
}
