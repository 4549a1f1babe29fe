import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { maxAssigned, type SeatPool } from '#contract/commerce/seats.ts';
import { addressesIn, type ListedAddress } from '#contract/email-lists.ts';
import type { Organisation } from '#contract/organisations/organisations.ts';
import { sentenceOf } from '#web/platform/errors.ts';
import { useUnsaved } from '#web/platform/use-unsaved.ts';
import { Button } from '#web/ui/Button.tsx';
import { classes } from '#web/ui/classes.ts';
import { Field } from '#web/ui/Field.tsx';
import { SubmitDialog } from '#web/ui/SubmitDialog.tsx';
import { Textarea } from '#web/ui/Textarea.tsx';
import { AssignByName } from './AssignByName.tsx';
import { peopleQuery, useAssign } from './api.ts';
import { keyOf, lineNamedBy, nameOf, seatCount } from './people-display.ts';
import { UseBar } from './UseBar.tsx';
import { WrongLines } from './WrongLines.tsx';

type AssignDialogProps = {
  organisation: Organisation;
  pool: SeatPool;
  /** People who are chosen when the dialog opens. */
  chosen?: readonly number[];
  onClose: () => void;
};

/** Assigns seats to people who are chosen by name, pasted as addresses, or all who have none (SEAT-03). */
export function AssignDialog({ organisation: { id }, pool, chosen: given, onClose }: AssignDialogProps) {
  const [isPasting, paste] = useState(false);
  const [first] = useState<ReadonlySet<number>>(() => new Set(given));
  const [chosen, choose] = useState(first);
  const [isAll, chooseAll] = useState(false);
  const [pasted, setPasted] = useState('');
  const [isTried, setTried] = useState(false);
  const assigning = useAssign(id, onClose);
  useUnsaved((pasted !== '' || chosen !== first) && !assigning.isPending);
  // Counts the people without a seat, independently of the search.
  const { data: lacking } = useQuery(peopleQuery(id, { withoutSeat: keyOf(pool), pageSize: 1 }));
  const lines = addressesIn(pasted);
  const ready = lines.filter(({ problem }) => problem === null);
  const named = isPasting ? ready.length : isAll ? (lacking?.totalCount ?? 0) : chosen.size;
  const left = pool.available - named;
  const problem = problemOf({ named, left, hasWrongLines: isPasting && ready.length < lines.length, isAll });
  const who = isPasting
    ? { emails: ready.map(({ email }) => email) }
    : isAll
      ? { all: true as const }
      : { people: [...chosen] };
  const rejection = assigning.error ? sentenceOf(assigning.error) : null;
  const line = rejection === null || !isPasting ? null : lineNamedBy(rejection, lines);
  const shown =
    isTried && problem !== null ? problem : rejection && (line === null ? rejection : `Line ${line}: ${rejection}`);
  return (
    <SubmitDialog
      size="medium"
      isBusy={assigning.isPending}
      title="Assign seats"
      description={nameOf(pool)}
      submitLabel={named === 0 ? 'Assign seats' : `Assign ${named} ${named === 1 ? 'Seat' : 'Seats'}`}
      onSubmit={() => {
        setTried(true);
        if (problem === null) assigning.mutate({ kind: pool.kind, resourceId: pool.resourceId, ...who });
      }}
      onChange={() => assigning.isPending || assigning.reset()}
      onClose={onClose}
    >
      <div>
        <p role="status" className="mb-2 flex justify-between gap-4 text-sm tabular-nums">
          <span className="font-semibold">
            {named} chosen, {left < 0 ? `${seatCount(-left)} too few` : `${seatCount(left)} left`}
          </span>
          <span className="text-muted-foreground">{seatCount(pool.seats)}</span>
        </p>
        <SeatMap pool={pool} chosen={named} />
      </div>
      <div className="flex flex-col gap-5" data-wrong={isTried && problem !== null ? '' : undefined}>
        {isPasting ? (
          <AssignByAddress pasted={pasted} lines={lines} onPaste={setPasted} onBack={() => paste(false)} />
        ) : (
          <AssignByName
            organisationId={id}
            pool={pool}
            lacking={lacking?.totalCount ?? null}
            chosen={chosen}
            isAll={isAll}
            onChoose={choose}
            onAll={chooseAll}
            onPaste={() => paste(true)}
          />
        )}
      </div>
      {shown ? (
        <p role="alert" className="text-sm text-destructive">
          {shown}
        </p>
      ) : null}
    </SubmitDialog>
  );
}

type Attempt = { named: number; left: number; hasWrongLines: boolean; isAll: boolean };

function problemOf({ named, left, hasWrongLines, isAll }: Attempt): string | null {
  if (hasWrongLines) return 'Correct or remove the lines below first.';
  if (named === 0) return 'Choose at least one person';
  if (!isAll && named > maxAssigned) return `At most ${maxAssigned} people can be named at once`;
  return left < 0 ? `There are ${seatCount(-left)} too few. Choose fewer people.` : null;
}

type AssignByAddressProps = {
  pasted: string;
  lines: readonly ListedAddress[];
  onPaste: (pasted: string) => void;
  onBack: () => void;
};

/** Field for pasted email addresses of people in the organisation, in place of the list of names. */
function AssignByAddress({ pasted, lines, onPaste, onBack }: AssignByAddressProps) {
  const wrong = lines.filter(({ problem }) => problem !== null);
  return (
    <>
      <Field
        label="Email addresses"
        hint="As your mail program lists them, one for each line, or rows from a spreadsheet. People who have a seat keep it."
      >
        <Textarea rows={8} spellCheck={false} value={pasted} onChange={({ target }) => onPaste(target.value)} />
      </Field>
      {wrong.length > 0 ? <WrongLines lines={wrong} /> : null}
      <div>
        <Button variant="ghost" size="small" onClick={onBack}>
          Choose by name
        </Button>
      </div>
    </>
  );
}

/** Maximum number of seats drawn one by one, because more would be too small to tell apart. */
const mostDrawn = 60;

const looks = {
  used: 'bg-progress-track',
  chosen: 'bg-primary',
  free: 'border border-dashed border-input',
};

/**
 * Draws each seat as not available, chosen now or available, or one bar for many seats. The caller must show the
 * numbers as text beside it.
 */
function SeatMap({ pool: { seats, available }, chosen }: { pool: SeatPool; chosen: number }) {
  const used = seats - available;
  const now = Math.min(chosen, available);
  if (seats > mostDrawn) return <UseBar inUse={used + now} seats={seats} />;
  const look = (place: number) => (place < used ? 'used' : place < used + now ? 'chosen' : 'free');
  return (
    <div aria-hidden="true">
      <div className="grid grid-cols-[repeat(auto-fill,minmax(1.75rem,1fr))] gap-1">
        {Array.from({ length: seats }, (_, place) => place).map((place) => (
          <span key={place} className={classes('h-3 rounded-xs', looks[look(place)])} />
        ))}
      </div>
      <p className="mt-2 flex flex-wrap gap-4 text-xs text-muted-foreground">
        <Key look="used">Not available</Key>
        <Key look="chosen">Chosen now</Key>
        <Key look="free">Available</Key>
      </p>
    </div>
  );
}

function Key({ look, children }: { look: keyof typeof looks; children: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span className={classes('size-3 rounded-xs', looks[look])} />
      {children}
    </span>
  );
}
