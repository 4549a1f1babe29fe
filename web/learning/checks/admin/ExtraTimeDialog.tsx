import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ExtraTime } from '#contract/learning/checks-admin.ts';
import { usersQuery } from '#web/identity/accounts/admin/api.ts';
import { Button } from '#web/ui/Button.tsx';
import { Combobox } from '#web/ui/Combobox.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { minutesText } from '../check-display.ts';
import { extraTimeQuery, useExtraTime } from './api.ts';
import { wholeIn } from './editor-display.ts';

export type ExtraTimeDialogProps = { resourceId: number; onClose: () => void };

/** Maximum extra minutes of a person: a day. */
const mostMinutes = 1440;

/** Dialog that gives single members more time for the check, for example because of a disability (CHECK-05). */
export function ExtraTimeDialog({ resourceId, onClose }: ExtraTimeDialogProps) {
  const [person, setPerson] = useState<{ id: number; name: string } | null>(null);
  const [typed, setTyped] = useState('');
  const [minutes, setMinutes] = useState('15');
  const giving = useExtraTime(resourceId, () => {
    setPerson(null);
    setTyped('');
  });
  const number = wholeIn(minutes, [1, mostMinutes]);
  return (
    <Dialog
      isOpen
      size="medium"
      onOpenChange={(isOpen) => isOpen || onClose()}
      isBusy={giving.isPending}
      title="More time for a member"
      description="An attempt under way has the time at once."
      footer={
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="flex flex-col gap-5">
        <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-[minmax(0,1fr)_9rem_auto]">
          <PersonChoice
            text={person?.name ?? typed}
            onType={(text) => {
              setPerson(null);
              setTyped(text);
            }}
            onPick={setPerson}
          />
          <Field
            label="Extra minutes"
            error={number === null ? `Enter a whole number from 1 to ${mostMinutes}` : undefined}
          >
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              value={minutes}
              onChange={({ target }) => setMinutes(target.value)}
            />
          </Field>
          <Button
            className="sm:mt-6.5"
            disabled={!person || number === null}
            isBusy={giving.isPending}
            onClick={() => person && number !== null && giving.mutate({ userId: person.id, minutes: number })}
          >
            Give time
          </Button>
        </div>
        <Loaded
          query={useQuery(extraTimeQuery(resourceId))}
          skeleton={<Skeleton className="h-16 w-full rounded-md!" />}
          failure="The members with more time did not load"
          safe="Nothing was changed."
        >
          {(people) =>
            people.length === 0 ? (
              <p className="text-sm text-muted-foreground">No member has more time for this check.</p>
            ) : (
              <ul className="lines-between rounded-md border border-border">
                {people.map((one) => (
                  <Row key={one.userId} resourceId={resourceId} person={one} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
    </Dialog>
  );
}

type PersonChoiceProps = {
  text: string;
  onType: (text: string) => void;
  onPick: (person: { id: number; name: string }) => void;
};

function PersonChoice({ text, onType, onPick }: PersonChoiceProps) {
  const { data, isPlaceholderData } = useQuery(usersQuery({ search: text.trim(), page: 1 }));
  return (
    <Combobox
      label="Member"
      placeholder="Search by name or email"
      none="No member has this name or email."
      text={text}
      onType={onType}
      isStale={isPlaceholderData}
      options={data?.items.map(({ id, firstName, lastName, email }) => ({
        id: String(id),
        title: `${firstName} ${lastName}`,
        details: email,
      }))}
      onPick={({ id, title }) => onPick({ id: Number(id), name: title })}
    />
  );
}

function Row({ resourceId, person: { userId, name, email, minutes } }: { resourceId: number; person: ExtraTime }) {
  const taking = useExtraTime(resourceId, () => {});
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-sm">
      <span translate="no" className="min-w-0 flex-1">
        <span className="block font-semibold wrap-anywhere">{name}</span>
        <span className="block text-xs wrap-anywhere text-muted-foreground">{email}</span>
      </span>
      <span className="tabular-nums">{minutesText(minutes)} more</span>
      <Button
        variant="destructive-ghost"
        size="small"
        isBusy={taking.isPending}
        onClick={() => taking.mutate({ userId, minutes: 0 })}
      >
        Remove
        <VisuallyHidden>
          {' '}
          the extra time of <span translate="no">{name}</span>
        </VisuallyHidden>
      </Button>
    </li>
  );
}
