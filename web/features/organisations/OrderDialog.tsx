import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { Select } from '../../ui/Select.tsx';
import { choiceSize, paidResources } from './api.ts';

/** Asks which resource the ordered seats open (SEAT-01). */
export function OrderDialog({ onClose }: { onClose: () => void }) {
  const [search, setSearch] = useState('');
  const [resourceId, choose] = useState('');
  const [isAsked, ask] = useState(false);
  const navigate = useNavigate();
  const { data } = useQuery(paidResources(search));

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
        {search !== '' || (data && data.totalCount > choiceSize) ? (
          <SearchBox value={search} onSearch={setSearch} placeholder="Narrow the resources below" />
        ) : null}
        <Field label="Resource" {...(isAsked && resourceId === '' && { error: 'Choose a resource' })}>
          <Select value={resourceId} onChange={({ target }) => choose(target.value)}>
            <option value="">Choose a resource</option>
            {data?.items.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </Select>
        </Field>
        <Button type="submit" className="self-end">
          Continue
        </Button>
      </form>
    </Dialog>
  );
}
