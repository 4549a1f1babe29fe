import { BadgeCheck as BadgeCheckIcon, BadgeX, CalendarClock } from 'lucide-react';
import { longDay } from '#contract/dates.ts';
import { type CheckedBadge, maxBadgeBytes } from '#contract/learning/badges.ts';
import { sentenceOf } from '#web/platform/errors.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { Field } from '#web/ui/Field.tsx';
import { FileInput } from '#web/ui/FileInput.tsx';
import { useCheckBadge } from './api.ts';
import { verdictOf } from './display.ts';

/** Checks the file of a badge of this portal, and says in words what it is (BADGE-01, BADGE-03). */
export function BadgeCheck({ className }: { className?: string }) {
  const checking = useCheckBadge();
  const isTooLarge = (checking.variables?.size ?? 0) > maxBadgeBytes;
  return (
    <section aria-labelledby="badge-heading" className={className}>
      <h2 id="badge-heading">Check a badge</h2>
      <p className="mt-2 mb-4 max-w-152 text-muted-foreground">
        Choose the file of a badge of this portal: JSON, or the picture that contains it. The portal does not keep the
        file, and follows no link in it.
      </p>
      <Field label="File of the badge">
        <FileInput
          accept=".json,.png,application/json,application/ld+json,image/png"
          disabled={checking.isPending}
          onChoose={([file]) => {
            if (file) checking.mutate(file);
          }}
        />
      </Field>
      <div role="status" className="mt-5">
        {checking.isPending ? <p>Checking the badge</p> : null}
        {checking.data && !checking.isPending ? <Result checked={checking.data} /> : null}
      </div>
      {checking.isError ? (
        <Banner tone="danger" role="alert">
          {isTooLarge
            ? 'The file is larger than 512 KB, so it is no badge of this portal.'
            : sentenceOf(checking.error)}
        </Banner>
      ) : null}
    </section>
  );
}

const icons = {
  valid: BadgeCheckIcon,
  expired: CalendarClock,
  superseded: CalendarClock,
  revoked: BadgeX,
  altered: BadgeX,
  foreign: BadgeX,
};

function Result({ checked }: { checked: CheckedBadge }) {
  const { title, sentence, look } = verdictOf(checked);
  const { contents, state } = checked;
  const Icon = icons[state];
  return (
    <Card isPadded={false} className="overflow-hidden">
      <div className={`flex items-center gap-4 p-5 ${look}`}>
        <span className="flex-none rounded-full bg-card p-2">
          <Icon size={24} />
        </span>
        <div className="min-w-0">
          <h3>{title}</h3>
          <p>{sentence}</p>
        </div>
      </div>
      {contents ? (
        <div className="p-5">
          <Facts
            facts={[
              { label: 'Name', value: contents.name ?? nameless(state) },
              { label: 'Completed', value: contents.resource },
              { label: 'On', value: longDay(contents.completedAt) },
              { label: 'Version', value: contents.version },
              ...(state === 'valid' && contents.validUntil
                ? [{ label: 'Valid until', value: longDay(contents.validUntil) }]
                : []),
              ...(contents.provesAddress ? [{ label: 'Email address', value: 'As a hash' }] : []),
            ]}
          />
        </div>
      ) : null}
    </Card>
  );
}

const nameless = (state: CheckedBadge['state']) =>
  state === 'revoked' ? 'Deleted with the account' : 'Not in the badge';
