import { CloudCheck, CloudOff, CloudUpload } from 'lucide-react';
import { classes } from '../../ui/classes.ts';
import type { SavingState } from './saving.ts';

const looks = {
  saved: { Icon: CloudCheck, text: 'Saved' },
  saving: { Icon: CloudUpload, text: 'Saving' },
  unsaved: {
    Icon: CloudOff,
    text: 'Not saved. Your answers are kept on this device and sent when the connection is back.',
  },
};

/** Says whether the answers are saved; heard when it changes. */
export function SavedStatus({ state }: { state: SavingState }) {
  const { Icon, text } = looks[state];
  return (
    <p
      role="status"
      className={classes(
        'flex items-start gap-1.5 text-sm',
        state === 'unsaved'
          ? 'max-w-80 rounded-md bg-warning-soft px-3 py-2 text-warning-text'
          : 'text-muted-foreground',
      )}
    >
      <Icon size={16} className="mt-0.5" />
      {text}
    </p>
  );
}
