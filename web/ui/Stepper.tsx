import { Check } from 'lucide-react';
import { classes } from './classes.ts';

/** Numbered steps in a row: done ones are ticked, the present one is outlined. `step` counts from 1. */
export function Stepper({ step, stepCount }: { step: number; stepCount: number }) {
  const numbers = Array.from({ length: stepCount }, (_, index) => index + 1);
  return (
    <div role="img" aria-label={`Step ${step} of ${stepCount}`} className="flex items-center">
      {numbers.map((number) => (
        <span key={number} className="contents">
          {number > 1 ? (
            <span className={classes('h-0.5 flex-1', number <= step ? 'bg-primary' : 'bg-progress-track')} />
          ) : null}
          <span
            className={classes(
              'grid size-7 place-items-center rounded-full text-xs font-semibold',
              stepLook(number, step),
            )}
          >
            {number < step ? <Check size={14} /> : number}
          </span>
        </span>
      ))}
    </div>
  );
}

function stepLook(number: number, step: number): string {
  if (number < step) return 'bg-primary text-primary-foreground';
  if (number === step) return 'border-2 border-primary text-primary';
  return 'border-[1.5px] border-input';
}
