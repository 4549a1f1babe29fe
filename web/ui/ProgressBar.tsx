import { classes } from './classes.ts';

export type ProgressBarProps = {
  /** 0 to 100; rounded for display. */
  percent: number;
  /** Accessible name; "Progress" by default. */
  label?: string;
  /** Word after the percentage, such as "complete"; none by default. */
  word?: string;
  className?: string;
};

export function ProgressBar({ percent, label = 'Progress', word, className }: ProgressBarProps) {
  const shown = Math.round(Math.min(100, Math.max(0, percent)));
  return (
    <div className={classes('flex items-center gap-2', className)}>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuenow={shown}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-1.5 min-w-12 flex-1 overflow-hidden rounded-full bg-progress-track"
      >
        <div className="h-full rounded-full bg-progress" style={{ width: `${shown}%` }} />
      </div>
      <span aria-hidden="true" className="text-xs font-semibold whitespace-nowrap tabular-nums">
        {word ? `${shown}% ${word}` : `${shown}%`}
      </span>
    </div>
  );
}
