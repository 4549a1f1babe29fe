import type { ReactNode } from 'react';
import { classes } from './classes.ts';

export type BadgeTone = 'neutral' | 'success' | 'warning' | 'danger' | 'info' | 'free' | 'purchase' | 'subscription';

const tones: Record<BadgeTone, string> = {
  neutral: 'bg-neutral-soft text-neutral-text',
  success: 'bg-success-soft text-success-text',
  warning: 'bg-warning-soft text-warning-text',
  danger: 'bg-danger-soft text-danger-text',
  info: 'bg-info-soft text-info-text',
  free: 'bg-free-soft text-free-text',
  purchase: 'bg-purchase-soft text-purchase-text',
  subscription: 'bg-subscription-soft text-subscription-text',
};

export type BadgeProps = {
  tone?: BadgeTone;
  /** Icon of 14 px, so that the meaning never depends on colour alone. */
  icon?: ReactNode;
  children: ReactNode;
};

/** Status in words on a soft fill. */
export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  return (
    <span
      className={classes(
        'inline-flex w-fit items-center gap-1.25 rounded-sm px-2 py-0.5 text-xs leading-5 font-semibold whitespace-nowrap',
        tones[tone],
      )}
    >
      {icon}
      {children}
    </span>
  );
}
