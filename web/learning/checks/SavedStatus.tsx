import { CloudCheck, CloudOff, CloudUpload } from 'lucide-react';
import { inZones } from '#contract/dates.ts';
import { readerZone } from '#web/dates.ts';
import { classes } from '#web/ui/classes.ts';
import type { SavingState } from '../assessment/saving.ts';

const time = inZones({ timeStyle: 'short' });

type SavedStatusProps = { state: SavingState; savedAt: string | null };

/** State of saving; while it is rendered, screen readers announce each change. */
export function SavedStatus({ state, savedAt }: SavedStatusProps) {
  const isUnsaved = state === 'unsaved';
  const Icon = isUnsaved ? CloudOff : state === 'saving' ? CloudUpload : CloudCheck;
  return (
    <p
      role="status"
      className={classes(
        'flex items-start gap-1.5 text-sm tabular-nums',
        isUnsaved
          ? 'col-span-full rounded-md bg-warning-soft px-3 py-1.5 text-warning-text'
          : 'text-muted-foreground max-lg:sr-only',
      )}
    >
      <Icon size={16} className={classes('mt-0.5 flex-none', state === 'saved' && 'text-success-text')} />
      {isUnsaved ? 'Not saved yet. Your answers are kept on this device and sent when the connection is back.' : null}
      {state === 'saving' ? 'Saving' : null}
      {state === 'saved' ? savedText(savedAt) : null}
    </p>
  );
}

function savedText(savedAt: string | null): string {
  return savedAt === null ? 'Answers are saved' : `Saved ${time(savedAt, readerZone())}`;
}
