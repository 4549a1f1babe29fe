import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';

export type BannerTone = 'info' | 'success' | 'warning' | 'danger';

const tones: Record<BannerTone, string> = {
  info: 'bg-info-soft text-info-text',
  success: 'bg-success-soft text-success-text',
  warning: 'bg-warning-soft text-warning-text',
  danger: 'bg-danger-soft text-danger-text',
};

const icons = { info: Info, success: CircleCheck, warning: CircleAlert, danger: CircleAlert };

export type BannerProps = {
  tone?: BannerTone;
  /** Icon of 18 px; by default the icon of the tone. */
  icon?: ReactNode;
  /** `alert` for a new failure; absent for permanent text. */
  role?: 'alert' | 'status';
  children: ReactNode;
};

/** Important sentence across the width of its container. */
export function Banner({ tone = 'info', icon, role, children }: BannerProps) {
  const Icon = icons[tone];
  return (
    <div role={role} className={classes('flex items-start gap-3 rounded-md px-4 py-3.5 text-sm', tones[tone])}>
      <span className="mt-px">{icon ?? <Icon size={18} />}</span>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
